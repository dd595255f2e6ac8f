import Foundation
import Kit
import Testing

extension InTheBrowser {
  /// A real watcher that serves, a real package, and people who sign in and press every button there is.
  @Suite struct ServedTests {
    private struct World: Sendable {
      let scratch: ScratchFolder
      let port: Int
      static let password = "correct horse"
      /// While it is there the package's tests come to an end.
      var gate: String { scratch.path + "/gate" }

      init() async throws {
        scratch = try ScratchFolder("pressed")
        port = try Servers.unusedPort()
        let script = """
          mkdir -p bots state r/Sources/Pets r/Tests/PetsTests && touch gate && cd r && git init -qb main
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
              while !FileManager.default.fileExists(atPath: "\(gate)") { Thread.sleep(forTimeInterval: 0.1) }
            }
          }' >Tests/PetsTests/PetsTests.swift
          git add . && git -c user.name=a -c user.email=a@b.c commit -qm One
          printf 'repository: ../r\\nschedule: {on: manual}\\ntests: {repeat: 0}\\n' >../bots/pets.yaml
          echo 'address: "127.0.0.1:\(port)"' >../state/serve.yaml
          cd .. && for one in ada:administrator rita:reader otto:operator petra:nobody; do
            echo '\(Self.password)' | "$0" user add ${one%:*} --role ${one#*:} --state state
          done
          "$0" user role petra --role operator --bot pets --state state
          """
        let end = try await Kit.Command("/bin/sh", ["-ec", script, try Self.program], in: scratch.url).run()
        try #require(end.status == 0, "\(end.errorText)")
      }

      private static var program: String {
        get throws {
          let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
          return ProcessInfo.processInfo.environment["BOTHY_BINARY"]
            ?? URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "bothy").path
        }
      }

      func command(_ words: String...) throws -> Kit.Command {
        Kit.Command(
          try Self.program, words + ["--bots", "bots", "--state", "state"], in: scratch.url, limitSeconds: 600
        )
      }

      func opens(_ isOpen: Bool) throws {
        if isOpen {
          #expect(FileManager.default.createFile(atPath: gate, contents: nil))
        } else {
          try FileManager.default.removeItem(atPath: gate)
        }
      }

      func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
    }

    private static let (tab, enter) = ("\u{E004}", "\u{E007}")

    @Test("each button does what it says, is there while it makes sense, and only for who may")
    func pressed() async throws {
      let world = try await World()
      defer { world.scratch.remove() }
      let end = try await world.command("watch", "--serve", "--jobs", "1").run { id in
        defer { kill(id, SIGTERM) }
        let first = try await world.command("integrate", "pets", "--wait").run()
        #expect(first.status == 1, "\(first.errorText)")
        try Browsing.withSession { page, _ in
          try signIn(world, page)
          try pressOfBot(world, page)
          try pressOfIntegration(world, page)
          try pressOfRunning(world, page)
          try ServedWall(page: page, address: world.address("wall")).look()
          try ServedEditing(page: page, bots: world.scratch.path + "/bots", address: world.address).edit()
          try pressOfAll(world, page)
          try leave(world, page)
          try seenByOthers(world, page)
        }
      }
      #expect(end.status == 0, "\(end.errorText)")
      let kept = try await world.command("history", "pets", "--json").run().outputText
      #expect(kept.contains(#""integration" : 5"#) && !kept.contains(#""integration" : 6"#), "\(kept)")
    }

    // MARK: People

    private func signIn(_ world: World, _ page: Session) throws {
      try page.open(world.address("bots/pets/"))
      #expect(try labels(page) == ["Sign in"])
      try page.click(".served a")
      try shows(page, "Password")
      try expectNoViolation(page, "the page to sign in")
      let picture = "const it = new Image(); it.src = '/favicon.ico'; await it.decode(); return it.width > 0"
      #expect(try page.runAwaiting(picture) == .bool(true))
      // The first field has what is typed.
      try page.type("ada")
      try page.press(Self.tab)
      try page.type("wrong")
      try page.press(Self.enter)
      try shows(page, "do not belong together")
      try page.type("ada")
      try page.press(Self.tab)
      try page.type(World.password)
      try page.press(Self.tab)
      try page.press(Self.enter)
      try shows(page, "Sign out")
      #expect(try page.run("return location.pathname") == .string("/bots/pets/"))
    }

    private func leave(_ world: World, _ page: Session) throws {
      try page.open(world.address("audit"))
      try shows(page, "ada")
      for words in [
        "integrate pets", "cancel pets", "cancel pets#5", "pause pets", "rerun pets#1", "pin pets#1",
        "sign-in",
        "edit pets", "create cats",
      ] {
        try shows(page, words)
      }
      try expectNoViolation(page, "the record")
      try page.open(world.address(""))
      #expect(try labels(page) == ["Sign out", "Who did what", "New bot", "Wall", "API", "Pause all"])
      try press(page, "/sign-out")
      try shows(page, "Sign in")
    }

    /// Each with what they may do with all bots, with this one, with an integration of it, and with another.
    private func seenByOthers(_ world: World, _ page: Session) throws {
      let (bot, one) = (["Integrate", "Pause"], ["Rerun", "Rerun what failed", "Pin"])
      for (name, expected) in [
        ("rita", [["Wall", "API"], [], [], []]),
        ("otto", [["Wall", "API", "Pause all"], bot, one, bot]),
        // Whom nobody knows reads here, so that she does, too.
        ("petra", [["Wall", "API"], bot, one, []]),
      ] {
        try page.open(world.address("sign-in?then=%2Fbots%2Fpets%2F"))
        try page.type(name)
        try page.press(Self.tab)
        try page.type(World.password)
        try page.press(Self.enter)
        try shows(page, name)
        for (path, labels) in zip(["", "bots/pets/", "bots/pets/1/", "bots/cats/"], expected) {
          try page.open(world.address(path))
          #expect(try self.labels(page) == ["Sign out"] + labels, "\(name), \(path)")
        }
        try press(page, "/sign-out")
        try shows(page, "Sign in")
      }
    }

    // MARK: Buttons

    private func pressOfBot(_ world: World, _ page: Session) throws {
      #expect(try labels(page) == ["Sign out", "Who did what", "Edit", "Integrate", "Pause"])
      try expectNoViolation(page, "a bot's page")
      try press(page, "/pause")
      try shows(page, "is paused")
      #expect(try labels(page).suffix(2) == ["Integrate", "Resume"])
      try press(page, "/resume")
      // What is told of a pause has these words, too.
      #expect(try page.becomesTrue("document.querySelector('form[action$=\"/pause\"]') !== null"))
      try shows(page, "goes on")
      #expect(try labels(page).suffix(2) == ["Integrate", "Pause"])

      try page.run("document.querySelector('.served input[name=commit]').focus()")
      try page.type("nowhere")
      try page.press(Self.enter)
      try shows(page, "That was not done")
      try expectNoViolation(page, "a refusal")
      try page.click("main a")
      try shows(page, "Sign out")

      try world.opens(false)
      try page.run("document.querySelector('.served input[name=commit]').focus()")
      try page.type("main")
      try page.press(Self.tab)
      try page.press(Self.enter)
      try shows(page, "Queued")
      try page.run("window.stays = true")
      try shows(page, "Cancel what runs and waits")
      try shows(page, "on main, test", 60)
      try press(page, "/cancel")
      try shows(page, "Canceled: 1 integration")
      let isGone = "!document.querySelector('.served').innerText.includes('Cancel what')"
      #expect(try page.becomesTrue(isGone, withinSeconds: 30))
      try world.opens(true)
    }

    /// Its page leads to what runs now.
    private func pressOfRunning(_ world: World, _ page: Session) throws {
      try world.opens(false)
      try page.open(world.address("bots/pets/1/"))
      try expectNoViolation(page, "an integration's page")
      try press(page, "/rerun")
      try shows(page, "is integrated again")
      // Before it runs, what runs leads to what ran last.
      try page.open(world.address("bots/pets/"))
      try shows(page, "running #5", 60)
      try page.open(world.address("bots/pets/5/"))
      #expect(try page.becomesTrue("location.pathname === '/bots/pets/running.html'"))
      #expect(try labels(page) == ["Sign out", "Who did what", "Cancel #5"])
      try expectNoViolation(page, "what runs, with its button")
      try press(page, "/bots/pets/5/cancel")
      #expect(try page.becomesTrue("location.pathname.startsWith('/bots/pets/5/')", withinSeconds: 30))
      try shows(page, "canceled")
      #expect(try !labels(page).contains("Cancel #5"))
      try world.opens(true)
    }

    private func pressOfAll(_ world: World, _ page: Session) throws {
      try page.open(world.address(""))
      try press(page, "/api/pause")
      try shows(page, "All bots are paused")
      #expect(try labels(page).last == "Resume all")
      try expectNoViolation(page, "the first page, all paused")
      try page.open(world.address("bots/pets/"))
      #expect(try labels(page).suffix(2) == ["Integrate", "Resume all"])
      // What is asked for now waits.
      try press(page, "/integrate")
      try shows(page, "Queued")
      try press(page, "/cancel")
      try shows(page, "Canceled: 1 integration")
      #expect(try page.becomesTrue("document.querySelector('form[action$=\"/cancel\"]') === null"))
      #expect(try labels(page).suffix(2) == ["Integrate", "Resume all"])
      try page.open(world.address(""))
      try press(page, "/api/resume")
      #expect(try page.becomesTrue("document.querySelector('form[action$=\"/api/pause\"]') !== null"))
      #expect(try labels(page).last == "Pause all")
    }

    private func pressOfIntegration(_ world: World, _ page: Session) throws {
      try page.open(world.address("bots/pets/1/"))
      let asItWas = ["Sign out", "Who did what", "Rerun", "Rerun what failed", "Pin", "Silence"]
      #expect(try labels(page) == asItWas)
      try press(page, "/pin")
      try shows(page, "Unpin")
      #expect(try !labels(page).contains("Pin"))
      try press(page, "/unpin")
      #expect(try page.becomesTrue("document.querySelector('form[action$=\"/pin\"]') !== null"))
      try page.run("document.querySelector('.served input[name=issue]').focus()")
      try page.type("testA")
      try page.press(Self.tab)
      try page.type("upstream")
      try page.press(Self.enter)
      try shows(page, "silenced")
      // The first of the two, then the second.
      for place in 1...2 {
        let number = 2 + place
        try page.open(world.address("bots/pets/1/"))
        try page.run(
          "document.querySelectorAll('.served form[action$=\"/rerun\"] button')[\(2 - place)].click()")
        try shows(page, "is integrated again")
        try page.open(world.address("bots/pets/\(number)/"))
        let isThere = "document.title !== '' && document.body.innerText.includes('#\(number)')"
        let deadline = Date() + 120
        while try page.run("return \(isThere)") != .bool(true), Date() < deadline {
          usleep(300_000)
          try page.open(world.address("bots/pets/\(number)/"))
        }
        #expect(try page.run("return \(isThere)") == .bool(true))
      }
    }

    // MARK: Looking

    /// What can be pressed or gone to, in its order.
    private func labels(_ page: Session) throws -> [String] {
      let found = "return [...document.querySelectorAll('.served button, .served a')].map(e => e.textContent)"
      return try page.run(found).elements?.compactMap(\.text) ?? []
    }

    private func press(_ page: Session, _ action: String) throws {
      try page.click(".served form[action$='\(action)'] button")
    }

    private func shows(_ page: Session, _ text: String, _ seconds: Double = 30) throws {
      try page.shows(text, seconds)
    }

    private func expectNoViolation(_ page: Session, _ place: String) throws {
      try page.expectNoViolation(place)
    }
  }
}
