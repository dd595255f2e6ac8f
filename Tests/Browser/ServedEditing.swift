import Foundation
import Testing

/// What an administrator does with the files of bots, in a world with the bot `pets`.
struct ServedEditing {
  let page: Session
  /// The folder of the bot files.
  let bots: String
  let address: (String) -> String

  func edit() throws {
    try page.open(address("bots/pets/"))
    try page.click(".served a[href='/bots/pets/edit']")
    try page.shows("pets.yaml")
    try mistakes()
    try saved()
    try changed()
    try made()
  }

  private func type(_ text: String) throws {
    try page.run("document.querySelector('#text').value = \(Self.quoted(text))")
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      + "\""
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(bots)/\(name)", encoding: .utf8)
  }

  private func mistakes() throws {
    try page.expectNoViolation("the page to edit a bot")
    let before = try text("pets.yaml")
    try type(
      "# Ours.\nrepository: ../r\nbranchs: [main]\nschedule: {on: never}\ntests: {repeat: 0, timeout: soon}\n"
    )
    try page.click("button[value=save]")
    try page.shows("3 mistakes: nothing was saved")
    let lines = try page.run(
      "return [...document.querySelectorAll('.remarks mark')].map(it => it.textContent.split(' ')[0])")
    #expect(lines.elements?.compactMap(\.text) == ["3", "4", "5"])
    try page.expectNoViolation("a form with three mistakes")
    #expect(try text("pets.yaml") == before)
  }

  /// Of one word there is nowhere to break.
  private static let name = "Our Pets-\(String(repeating: "long", count: 40))"

  private func saved() throws {
    let before = try text("pets.yaml")
    let now = "# Ours.\nrepository: ../r\nschedule: {on: manual} # asked for\nname: \(Self.name)\n"
    try type(now)
    try page.click("button[value=check]")
    try page.shows("No mistake was found.")
    try page.click("button[value=save]")
    try page.shows("Saved pets.yaml; what it was is kept as pets.yaml~.")
    #expect(try text("pets.yaml") == now)
    #expect(try text("pets.yaml~") == before)
  }

  private func changed() throws {
    let theirs = try text("pets.yaml").replacing("# Ours.", with: "# Theirs.")
    try Data(theirs.utf8).write(to: URL(fileURLWithPath: bots + "/pets.yaml"))
    try page.run("document.querySelector('#text').value += '# Mine.'")
    try page.click("button[value=save]")
    try page.shows("Somebody changed the file meanwhile: nothing was saved.")
    #expect(try page.run("return document.querySelector('.theirs mark').textContent") == .string("# Theirs."))
    try page.expectNoViolation("two who edit at once")
    #expect(try text("pets.yaml") == theirs)
    try page.click("button[value=save]")
    try page.shows("Saved pets.yaml")
    #expect(try text("pets.yaml").hasSuffix("# Mine.") && text("pets.yaml~") == theirs)
    // The watcher takes it as any other change.
    try page.open(address(""))
    try page.shows(Self.name)
    try page.open(address("bots/pets/"))
    try page.expectNoViolation("a bot with a long name")
    try page.open(address("bots/pets/edit"))
    try page.expectNoViolation("the page to edit it")
  }

  private func made() throws {
    try page.open(address("new"))
    try page.expectNoViolation("the page to make a bot")
    try page.run("document.querySelector('#id').value = 'pets'")
    let new = "repository: ../r\nschedule: {on: manual}\n"
    try type(new)
    try page.click("button[value=save]")
    try page.shows("There is a bot pets already")
    try page.run("document.querySelector('#id').value = 'cats'")
    try page.click("button[value=save]")
    try page.shows("Wrote cats.yaml.")
    #expect(try text("cats.yaml") == new)
    try page.open(address(""))
    try page.shows("cats")
  }
}

/// The page for a screen on the wall.
struct ServedWall {
  let page: Session
  let address: String

  func look() throws {
    try page.open(address)
    try page.shows("live")
    try page.expectNoViolation("the wall", widths: [360, 1920])
    #expect(try page.run("return document.querySelectorAll('.tile').length") == .number(1))
    let isFilled = "return document.querySelector('.tile').getBoundingClientRect().bottom > innerHeight - 40"
    #expect(try page.run(isFilled) == .bool(true))
    // Nobody answers any more, and a minute goes by.
    try page.run(
      "window.fetch = () => new Promise(() => {}); const now = Date.now; Date.now = () => now() + 61000")
    try page.shows("No word from Bothy for 1 min")
    #expect(try page.run("return document.querySelector('.tiles').checkVisibility()") == .bool(false))
    try page.expectNoViolation("the wall without a word", widths: [1920])
  }
}

extension Session {
  func shows(_ text: String, _ seconds: Double = 30) throws {
    let isShown = try becomesTrue("document.body.innerText.includes(\"\(text)\")", withinSeconds: seconds)
    let body = isShown ? "" : "\(try run("return document.body.innerText"))"
    #expect(isShown, "\(text) is not shown: \(body)")
  }

  func expectNoViolation(_ place: String, widths: [Int] = [360, 1280, 2000]) throws {
    let script = try Axe.script()
    // The pages of integrations are looked at in both schemes when narrow, too; these are made of the same.
    let colored = widths.contains(1280) ? 1280 : widths.last
    for width in widths {
      try setWidth(width)
      let isWide = "return document.documentElement.scrollWidth > innerWidth"
      #expect(try run(isWide) == .bool(false), "\(place) is moved sideways, \(width) wide")
      if width != 1280 {
        expectNone(try Axe.violations(script, .allButContrast, in: self), "\(place), \(width) wide")
      }
      guard width == colored else { continue }
      for scheme in ["light", "dark"] {
        try setMedia(["prefers-color-scheme": scheme])
        expectNone(try Axe.violations(script, .colors, in: self), "\(place), \(scheme), \(width) wide")
      }
    }
    try setWidth(1280)
    try setMedia()
  }
}
