import Foundation
import Kit
import Testing

extension InTheBrowser {
  @Suite struct ScriptlessTests {
    @Test("without JavaScript everything can be read, and nothing is shown that would do nothing")
    func scriptless() throws {
      try Browsing.withTwoSessions { session, other, browsing in
        try session.setScripting(false)
        for page in browsing.rich.kindsOfPages {
          for it in [session, other] { try it.open(browsing.rich.address(page)) }
          #expect(try session.run(Self.isScripted) == .bool(false))
          #expect(try other.run(Self.isScripted) == .bool(true))
          let (without, with) = (try session.run(Self.read), try other.run(Self.read))
          #expect(without == with && without != .string(""), "\(page)")
          let idle = try session.run(Self.controls).elements?.compactMap(\.text) ?? []
          expectNone(idle, page)
        }
      }
    }

    @Test("without JavaScript the filters still filter")
    func filters() throws {
      try Browsing.withSession { session, browsing in
        try session.setScripting(false)
        for (page, anchor) in [("tests", "failed"), ("log", "errors")] {
          let address = browsing.rich.address(SiteOnDisk.integration + "\(page).html")
          try session.open(address)
          let all = try session.run(Self.read).text ?? ""
          try session.click(".to-\(anchor)")
          let some = try session.run(Self.read).text ?? ""
          #expect(!some.isEmpty && some.count < all.count / 2, "\(page)")
          try session.click(".filters .all")
          #expect(try session.run(Self.read).text == all, "\(page)")
        }
      }
    }

    private static let isScripted = "return document.documentElement.classList.contains('scripted')"
    /// Only a script can say how long ago a page was made, where that was a while ago.
    private static let read = """
      const text = document.querySelector("main").innerText.replace(/\\s+/g, " ");
      return text.replace(/ \\(\\d+ (min|h|days) ago\\)/g, "");
      """
    private static let controls = """
      const kinds = "button, input, select, textarea, dialog, [role=button], [onclick], .js";
      const shown = [...document.querySelectorAll(kinds)].filter((it) => it.checkVisibility());
      return shown.map((it) => it.outerHTML);
      """
  }
}
