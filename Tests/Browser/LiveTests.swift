import Foundation
import Kit
import Testing

extension InTheBrowser {
  /// A real watcher that serves, a real package whose test fails once it is let.
  @Suite struct LiveTests {
    private struct World: Sendable {
      let scratch: ScratchFolder
      let port: Int
      var gate: String { scratch.path + "/gate" }

      init() async throws {
        scratch = try ScratchFolder("followed")
        port = try Servers.unusedPort()
        let script = """
          mkdir -p bots state r/Sources/Pets r/Tests/PetsTests && cd r && git init -qb main
          echo '// swift-tools-version: 6.0
          import PackageDescription
          let package = Package(name: "Pets", targets: [
            .target(name: "Pets"), .testTarget(name: "PetsTests", dependencies: ["Pets"])])' >Package.swift
          echo 'public func sound() -> String { "meow" }' >Sources/Pets/Pets.swift
          echo 'import Foundation
          import XCTest
          import Pets
          final class PetsTests: XCTestCase {
            func testA() { XCTAssertEqual(sound(), "woof") }
            func testB() {
              print("\\u{1B}[31mwaits at the gate\\u{1B}[0m")
              while !FileManager.default.fileExists(atPath: "\(gate)") { Thread.sleep(forTimeInterval: 0.1) }
            }
          }' >Tests/PetsTests/PetsTests.swift
          git add . && git -c user.name=a -c user.email=a@b.c commit -qm One
          printf 'repository: ../r\\nschedule: {on: manual}\\n' >../bots/pets.yaml
          echo 'address: "127.0.0.1:\(port)"' >../state/serve.yaml
          """
        let end = try await Kit.Command("/bin/sh", ["-ec", script], in: scratch.url).run()
        try #require(end.status == 0, "\(end.errorText)")
      }

      func command(_ words: String...) throws -> Kit.Command {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program =
          ProcessInfo.processInfo.environment["BOTHY_BINARY"]
          ?? URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "bothy").path
        return Kit.Command(
          program, words + ["--bots", "bots", "--state", "state"], in: scratch.url, limitSeconds: 300)
      }

      func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
    }

    @Test("an integration is watched from the queue to red, and no page is loaded again")
    func followed() async throws {
      let world = try await World()
      defer { world.scratch.remove() }
      let end = try await world.command("watch", "--serve", "--jobs", "1").run { id in
        defer { kill(id, SIGTERM) }
        let file = world.scratch.path + "/state/site/index.html"
        let isThere = try await eventually { FileManager.default.fileExists(atPath: file) }
        #expect(isThere, "there is no page")
        try Browsing.withTwoSessions { index, page, _ in try follow(world, index, page) }
      }
      #expect(end.status == 0, "\(end.errorText)")
    }

    private func follow(_ world: World, _ index: Session, _ page: Session) throws {
      func shows(_ session: Session, _ text: String, _ seconds: Double = 60) throws {
        let isShown = try session.becomesTrue(
          "document.body.innerText.includes(\(Self.quoted(text)))", withinSeconds: seconds)
        let body = isShown ? "" : "\(try session.run("return document.body.innerText"))"
        #expect(isShown, "\(text) is not shown: \(body)")
      }
      try index.open(world.address(""))
      try shows(index, "live")
      try index.run("window.stays = true; scrollTo(0, 0)")
      let asked = try world.command("integrate", "pets").runHere()
      try #require(asked.status == 0, "\(asked.errorText)")
      try shows(index, "running")
      try page.open(world.address("bots/pets/running.html"))
      try shows(page, "live")
      try page.run("window.stays = true")
      try shows(page, "test, 1 of 2 tests", 120)
      try shows(page, "XCTAssertEqual failed")
      try shows(page, "waits at the gate")
      #expect(try page.run("return document.body.textContent.includes('\\u001b')") == .bool(false))
      #expect(try page.run("return window.stays === true") == .bool(true))
      try looksThrough(page)
      // Its own address leads there for as long as it runs.
      #expect(
        try page.runAwaiting("return (await fetch('/bots/pets/1/')).url").text?.hasSuffix(
          "/bots/pets/running.html")
          == true)
      try shows(index, "test, 1 of 2 tests")
      #expect(FileManager.default.createFile(atPath: world.gate, contents: nil))
      try shows(index, "1 of 2 tests failed")
      #expect(try index.run("return window.stays === true") == .bool(true))
      #expect(try page.becomesTrue("location.pathname === '/bots/pets/1/index.html'", withinSeconds: 30))
      for session in [index, page] { expectNone(try session.complaints(), "the console") }
    }

    /// Its log has colours and folds, and can be searched while it grows.
    private func looksThrough(_ page: Session) throws {
      // Until it is told as it grows, the page has the plain end of it.
      let painted = "document.querySelector('.output .k1')?.textContent === 'waits at the gate'"
      #expect(try page.becomesTrue(painted))
      let phases = try page.run(
        "return [...document.querySelectorAll('.output summary')].map(it => it.textContent)")
      #expect(phases.elements?.last?.text == "test", "\(phases)")
      #expect(try page.run("return document.querySelectorAll('.output details[open]').length") == .number(1))
      try page.run("document.querySelector('.seek input').focus()")
      try page.type("gate")
      #expect(
        try page.becomesTrue(
          "[...document.querySelectorAll('.ll:not([hidden])')].every(it => it.textContent.includes('gate'))"
        ))
      #expect(
        try page.run("return document.querySelector('.seek [role=status]').textContent").text?.hasPrefix(
          "1 of ") == true)
      try page.expectNoViolation("what runs now")
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
  }
}
