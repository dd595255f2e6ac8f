import Foundation
import Kit

/// A browser of its own, spoken to as the WebDriver protocol has it.
final class Session: Sendable {
  private let wire: Wire
  private let id: String

  init(_ driver: ChromeDriver) throws {
    wire = Wire(port: driver.port)
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      // Else it stops following anchors after the first two hundred.
      "--disable-ipc-flooding-protection",
      // The browser ends with its driver, whatever the driver died of.
      "--remote-debugging-pipe",
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome",
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
      "goog:chromeOptions": ["args": arguments],
    ]
    let answer = try Self.call(wire, "POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
    guard let id = answer["sessionId"]?.text else {
      throw ChromeDriver.Problem(description: "starting Chromium: no session: \(answer)")
    }
    self.id = id
    try setWidth(1280)
  }

  /// As a new one: nothing is shown, as the machine has it, and nothing waits to be told.
  func reset() throws {
    try setScripting(true)
    try setMedia()
    try setWidth(1280)
    try tell("Performance.disable")
    try open("about:blank")
    _ = (try complaints(), try requests())
  }

  func close() { _ = try? Self.call(wire, "DELETE", "/session/\(id)", nil) }

  func open(_ url: String) throws {
    // The driver may answer while the page before is still there; another place in it is no other page.
    try run(
      """
      const [page, place] = arguments[0].split("#");
      document.isLeft = page !== location.href.split("#")[0] || place === undefined;
      """, url)
    try post("url", ["url": url])
    _ = try becomesTrue("document.readyState === 'complete' && !document.isLeft")
  }

  /// Drivers differ in when they answer: some do while a page is still read, or before it has led on.
  func becomesTrue(_ expression: String, withinSeconds seconds: Double = 10) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try run("return \(expression)") != .bool(true) {
      guard ContinuousClock.now < deadline else { return false }
      usleep(5_000)
    }
    return true
  }

  /// Runs a function's body with `arguments`; an object of plain values comes back.
  @discardableResult func run(_ script: String, _ arguments: Any...) throws -> JSON {
    try post("execute/sync", ["script": script, "args": arguments])
  }

  /// The same for a body that awaits.
  @discardableResult func runAwaiting(_ script: String, _ arguments: Any...) throws -> JSON {
    let body =
      "const done = arguments[arguments.length - 1];"
      + "(async () => { \(script) })().then(done, (error) => done({ failure: String(error) }));"
    return try post("execute/async", ["script": body, "args": arguments])
  }

  /// Asks Chromium itself, past the protocol.
  @discardableResult func tell(_ command: String, _ parameters: [String: Any] = [:]) throws -> JSON {
    try post("goog/cdp/execute", ["cmd": command, "params": parameters])
  }

  /// As a person does: what lies above the element is hit instead, and that is an error.
  func click(_ selector: String) throws {
    let found = try post("element", ["using": "css selector", "value": selector])
    guard let element = found.members?.values.first?.text else {
      throw ChromeDriver.Problem(description: "there is no \(selector)")
    }
    try post("element/\(element)/click", [:])
  }

  func press(_ key: String) throws {
    let steps = [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
    try post("actions", ["actions": [["type": "key", "id": "keys", "actions": steps]]])
  }

  /// A page gives its first field the keyboard a moment after it has been read: what is typed before is lost.
  func type(_ text: String) throws {
    let takesText = "['INPUT', 'TEXTAREA'].includes(document.activeElement?.tagName)"
    guard try becomesTrue(takesText, withinSeconds: 30) else {
      throw ChromeDriver.Problem(description: "nothing takes what is typed: \(text)")
    }
    for character in text { try press(String(character)) }
  }

  func setWidth(_ width: Int, height: Int = 900) throws {
    try tell(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// `["prefers-color-scheme": "dark"]`; none of them is as the machine has it.
  func setMedia(_ features: [String: String] = [:], type: String = "") throws {
    let list = features.map { ["name": $0.key, "value": $0.value] }
    try tell("Emulation.setEmulatedMedia", ["media": type, "features": list])
  }

  func setScripting(_ isOn: Bool) throws {
    try tell("Emulation.setScriptExecutionDisabled", ["value": !isOn])
  }

  func screenshot(wholePage: Bool = true) throws -> Data {
    let size = try run("return [document.documentElement.clientWidth, document.documentElement.scrollHeight]")
    let (width, height) = (size.elements?[0].number ?? 1280, size.elements?[1].number ?? 900)
    let clip: [String: Any] = ["x": 0, "y": 0, "width": width, "height": min(height, 4000), "scale": 1]
    let answer = try tell(
      "Page.captureScreenshot",
      wholePage ? ["captureBeyondViewport": true, "clip": clip] : [:])
    return Data(base64Encoded: answer["data"]?.text ?? "") ?? Data()
  }

  /// What the console said since it was last asked.
  func complaints() throws -> [String] {
    try post("se/log", ["type": "browser"]).elements?.map { entry in
      "\(entry["level"]?.text ?? ""): \(entry["message"]?.text ?? "")"
    } ?? []
  }

  /// The addresses that were asked for since it was last asked.
  func requests() throws -> [String] {
    let entries = try post("se/log", ["type": "performance"]).elements ?? []
    return try entries.compactMap { entry in
      let event = try JSON(Data((entry["message"]?.text ?? "").utf8))["message"]
      guard event?["method"]?.text == "Network.requestWillBeSent" else { return nil }
      return event?["params"]?["request"]?["url"]?.text
    }
  }

  @discardableResult private func post(_ command: String, _ body: [String: Any]) throws -> JSON {
    try Self.call(wire, "POST", "/session/\(id)/\(command)", body)
  }

  private static func call(_ wire: Wire, _ method: String, _ path: String, _ body: [String: Any]?) throws
    -> JSON
  {
    let bytes = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    let answer = try wire.send(method, path, bytes)
    let value = try JSON(answer.body)["value"] ?? .null
    guard answer.status == 200 else {
      let message = value["message"]?.text ?? "\(value)"
      throw ChromeDriver.Problem(description: "\(path.split(separator: "/").last ?? ""): \(message)")
    }
    return value
  }
}
