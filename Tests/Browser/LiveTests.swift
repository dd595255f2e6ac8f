import Foundation
import Kit
import Testing

extension InTheBrowser {
  /// A real watcher that serves, and a real package that means no good, whose tests end once they are let.
  @Suite struct LiveTests {
    private struct World: Sendable {
      let scratch: ScratchFolder
      let port: Int
      /// While it is not there a test waits.
      var gate: String { scratch.path + "/gate" }
      /// While it is not there another bot holds the only place.
      var place: String { scratch.path + "/place" }

      init() async throws {
        scratch = try ScratchFolder("followed")
        port = try Servers.unusedPort()
        try HostilePackage.make(at: scratch.path + "/r", gate: gate)
        let name = HostilePackage.botName.replacing("'", with: "''")
        try write(
          "repository: ../r\nschedule: {on: manual}\ntests: {repeat: 0}\nname: '\(name)'\n", "bots/pets.yaml")
        let wait = "while [ ! -e \(place) ]; do sleep 0.1; done; exit 1"
        try write(
          "repository: ../r\nschedule: {on: manual}\ntriggers:\n  - before: '\(wait)'\n", "bots/first.yaml")
        try write("repository: ../r\nschedule: {on: manual}\n", "bots/never.yaml")
        try write("address: \"127.0.0.1:\(port)\"\n", "state/serve.yaml")
      }

      private func write(_ text: String, _ name: String) throws {
        let file = scratch.url.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }

      func command(_ words: String...) throws -> Kit.Command {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program =
          ProcessInfo.processInfo.environment["BOTHY_BINARY"]
          ?? URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "bothy").path
        return Kit.Command(
          program, words + ["--bots", "bots", "--state", "state"], in: scratch.url, limitSeconds: 600)
      }

      func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
    }

    @Test("an integration is watched from the queue to red, no page is loaded again, no word does anything")
    func followed() async throws {
      let world = try await World()
      defer { world.scratch.remove() }
      let end = try await world.command("watch", "--serve", "--jobs", "1").run { id in
        defer { kill(id, SIGTERM) }
        let file = world.scratch.path + "/state/site/index.html"
        let isThere = try await eventually { FileManager.default.fileExists(atPath: file) }
        #expect(isThere, "there is no page")
        try Browsing.withTwoSessions { index, page, _ in try follow(world, index, page) }
        try await readByOthers(world)
      }
      #expect(end.status == 0, "\(end.errorText)")
    }

    private func ask(_ world: World, _ bot: String) throws {
      let asked = try world.command("integrate", bot).runHere()
      try #require(asked.status == 0, "\(asked.errorText)")
    }

    private func follow(_ world: World, _ index: Session, _ page: Session) throws {
      try index.open(world.address(""))
      try index.shows("live")
      try index.run("window.stays = true; scrollTo(0, 0)")
      try ask(world, "first")
      try index.shows("running")
      try page.open(world.address("bots/pets/"))
      try page.shows("live")
      try page.run("window.stays = true")
      try ask(world, "pets")
      let card =
        "[...document.querySelectorAll('.bot')].find(it => it.querySelector('a[href^=\"bots/pets/\"]'))"
      for (session, around) in [(index, card), (page, "document.querySelector('main')")] {
        let isWaiting = try session.becomesTrue(
          "\(around)?.querySelector('.badge.waiting') != null", withinSeconds: 30)
        #expect(isWaiting)
        #expect(try session.run("return \(around).querySelector('.badge.running')") == .null)
      }
      #expect(FileManager.default.createFile(atPath: world.place, contents: nil))
      for (session, around) in [(index, card), (page, "document.querySelector('main')")] {
        let runs = try session.becomesTrue(
          "\(around)?.querySelector('.badge.running') != null", withinSeconds: 60)
        #expect(runs)
        try session.shows("test, 3 of 4 tests", 120)
        #expect(try session.run("return window.stays === true") == .bool(true))
        try expectHarmless(session, ["theBranch"])
      }
      try lookAtWall(world, page, ["theName", "theBranch"])
      try run(world, page)
      #expect(FileManager.default.createFile(atPath: world.gate, contents: nil))
      try index.shows("3 of 4 tests failed")
      #expect(try index.run("return window.stays === true") == .bool(true))
      #expect(try page.becomesTrue("location.pathname === '/bots/pets/1/index.html'", withinSeconds: 30))
      try expectHarmless(index, ["theName", "theBranch"])
      try expectHarmless(page, ["theBranch", "theSubject", "Mallory", "theTest", "theComment", "theMessage"])
      try lookAtWall(world, page, ["theName", "theBranch", "Mallory"])
      for session in [index, page] { expectNone(try session.complaints(), "the console") }
    }

    private func lookAtWall(_ world: World, _ page: Session, _ words: [String]) throws {
      try page.open(world.address("wall"))
      try page.shows("live")
      try expectHarmless(page, words)
    }

    /// The page of what runs.
    private func run(_ world: World, _ page: Session) throws {
      try page.open(world.address("bots/pets/running.html"))
      try page.shows("live")
      try page.run("window.stays = true")
      try page.shows("test, 3 of 4 tests", 120)
      try page.shows("XCTAssertEqual failed")
      try page.shows("waits at the gate")
      #expect(try page.run("return document.body.textContent.includes('\\u001b')") == .bool(false))
      #expect(try page.run("return window.stays === true") == .bool(true))
      try expectHarmless(
        page, ["theName", "theBranch", "theDisplayName", "theTest", "theComment", "theMessage", "theLog"])
      try looksThrough(page)
      try comesAgain(world, page)
      // Its own address leads there for as long as it runs.
      #expect(
        try page.runAwaiting("return (await fetch('/bots/pets/1/')).url").text?.hasSuffix(
          "/bots/pets/running.html")
          == true)
    }

    /// What the page lists already is not listed once more by what is told as it happens.
    private func comesAgain(_ world: World, _ page: Session) throws {
      let listed = "return (await (await fetch('running.html')).text()).split('<li class=').length"
      let deadline = Date() + 60
      while try page.runAwaiting(listed) != .number(4), Date() < deadline { usleep(300_000) }
      try page.open(world.address("bots/pets/running.html"))
      #expect(try page.becomesTrue("document.querySelector('.seek') !== null", withinSeconds: 30))
      #expect(try page.run("return document.querySelectorAll('ul.issues > li').length") == .number(3))
    }

    /// The words are read, and nothing else comes of them. What ran would be told on the console: each script
    /// that is none of ours is refused, or finds nothing.
    private func expectHarmless(_ session: Session, _ words: [String]) throws {
      for word in words { try session.shows(word) }
      let strange = "body script, img:not([src='badge.svg']), [onerror], [onmouseover]"
      let found = try session.run("return document.querySelectorAll(\"\(strange)\").length")
      #expect(found == .number(0))
      let unseen = "return document.documentElement.outerHTML.match(/[\\u202e\\u001b]/g)"
      #expect(try session.run(unseen) == .null)
      for width in [360, 2000, 1280] {
        try session.setWidth(width)
        let isWide = "return document.documentElement.scrollWidth > innerWidth"
        #expect(try session.run(isWide) == .bool(false), "moved sideways, \(width) wide")
      }
    }

    /// By programs of others: OpenAPI, Atom, what Prometheus and CCMenu read.
    private func readByOthers(_ world: World) async throws {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "check_served.py")
      let end = try await Kit.Command(
        "python3",
        [
          script.path, world.address("").dropLast().description, "pets", "1", HostilePackage.botName, "never",
        ],
        in: world.scratch.url
      ).run()
      #expect(end.status == 0, "\(end.outputText)\(end.errorText)")
    }

    /// Its log has colours and folds, and can be searched while it grows.
    private func looksThrough(_ page: Session) throws {
      // Until it is told as it grows, the page has the plain end of it.
      let red = "[...document.querySelectorAll('.output .k1')].map(it => it.textContent)"
      #expect(try page.becomesTrue("\(red).includes('waits at the gate')"))
      let phases = try page.run(
        "return [...document.querySelectorAll('.output summary')].map(it => it.textContent)")
      #expect(phases.elements?.last?.text == "test", "\(phases)")
      #expect(try page.run("return document.querySelectorAll('.output details[open]').length") == .number(1))
      try page.run("document.querySelector('.seek input').focus()")
      try page.type("waits at the gate")
      let isSifted = "document.querySelectorAll('.ll:not([hidden])').length === 1"
      #expect(try page.becomesTrue(isSifted))
      #expect(
        try page.run("return document.querySelector('.seek [role=status]').textContent").text?.hasPrefix(
          "1 of ") == true)
      try page.expectNoViolation("what runs now")
    }
  }
}
