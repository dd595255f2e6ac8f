import Explaining
import Faults
import Files
import Foundation
import Model

/// What is built, kept from one integration to the next.
struct BuildFolder {
  let path: String
  var removing: @Sendable (String) throws -> Void = { try FileManager.default.removeItem(atPath: $0) }
  private var mark: String { Order.buildMark(in: path) }

  init(_ order: Order) { self.init(path: order.buildFolder) }

  init(path: String) { self.path = path }

  /// Where the package manager puts what it needs for a moment. It forgets to remove some of it, which would
  /// fill the machine's own place for that in the course of years.
  var temporary: String { path + "/" + Self.temporaryName }
  static let temporaryName = "bothy-tmp"

  /// Why what is there can't be continued; nil when it can, or nothing is there.
  func obstacle(isCleanAsked: Bool) -> String? {
    if isCleanAsked { return "Throwing away the build products of earlier integrations." }
    let place = contents(of: mark).map { String(decoding: $0, as: UTF8.self) } ?? ""
    // The compiler's own caches name the folder that they were made in, and refuse any other.
    guard !place.isEmpty, place != path else { return nil }
    return "Throwing away the build products of earlier integrations, which were made in \(place)."
  }

  /// At one stroke: whoever is cut off leaves nothing there that could be taken for a whole build.
  func throwAway() throws {
    let going = "\(path).going.new-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      if isThere(going) { try removing(going) }
      guard isThere(path) else { return }
      try move(path, to: going)
      FaultPoint.reach(.buildGoing)
      try removing(going)
    } catch {
      let place = isThere(going) ? going : path
      throw Explanation(
        doing: "throwing away \(path)", wrong: Explanation(error).wrong,
        advice: "remove \(place) by hand, as the user who owns what is in it")
    }
  }

  /// All but the dependencies, which need not be fetched again, and what Bothy keeps there. Each warning is
  /// told anew.
  func throwAwayProducts() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where !Self.kept.contains(name) && (!name.hasPrefix("bothy-") || KeptWarnings.isOne(name)) {
      try BuildFolder(path: path + "/" + name).throwAway()
    }
  }

  var hasProducts: Bool { FileFacts(path + "/build.db") != nil }

  private var building: String { path + "/bothy-building" }

  /// A build began here and never ended: Bothy or the build was killed.
  var wasCutOff: Bool { FileFacts(building) != nil }

  func beginBuild() throws { try publish([], as: building) }
  func endBuild() throws { try removeFile(building) }

  private static let kept: Set = [
    "checkouts", "repositories", "registry", "artifacts", "workspace-state.json",
  ]

  func make() throws {
    try makeFolder(path)
    // Its age says when everything was last thrown away.
    if FileFacts(mark) == nil { try publish([UInt8](path.utf8), as: mark) }
    tidy()
    try makeFolder(temporary)
  }

  func tidy() { try? FileManager.default.removeItem(atPath: temporary) }
}
