import Foundation
import Kit
import Testing

extension InTheBrowser {
  @Suite struct FocusTests {
    @Test("the keyboard goes through a page in reading order, and where it is can be seen")
    func order() throws {
      try Browsing.withSession { session, browsing in
        for page in browsing.rich.kindsOfPages {
          try session.open(browsing.rich.address(page))
          var stops: [JSON] = []
          while stops.count < 60 {
            try session.press("\u{E004}")
            let stop = try session.run(Self.focused)
            if stop["what"] == .string("BODY") || stop["isAgain"] == .bool(true) { break }
            stops.append(stop)
          }
          #expect(stops.first?["what"]?.text?.hasPrefix("A.skip") == true, "\(page)")
          #expect(stops.count > 5, "\(page)")
          expectNone(stops.compactMap { $0["fault"]?.text }, page)
        }
      }
    }

    @Test("the first stop skips what is the same on every page")
    func skipping() throws {
      try Browsing.withSession { session, browsing in
        try session.open(browsing.rich.address(SiteOnDisk.integration + "tests.html"))
        try session.press("\u{E004}")
        try session.press("\u{E007}")
        try session.press("\u{E004}")
        let inside = try session.run("return document.querySelector('main').contains(document.activeElement)")
        #expect(inside == .bool(true))
      }
    }

    /// Tells where the focus is, and what is wrong with that.
    private static let focused = """
      const it = document.activeElement;
      const what = `${it.tagName}.${it.className}#${it.id} ${it.textContent.trim().slice(0, 30)}`;
      if (it === document.body) return { what: "BODY" };
      window.seen ??= [];
      if (seen.includes(it)) return { what, isAgain: true };
      const before = seen.at(-1);
      seen.push(it);
      const parts = [...it.getClientRects()];
      const box = parts.find((part) => part.width > 2) ?? it.getBoundingClientRect();
      const style = getComputedStyle(it);
      const at = document.elementFromPoint(
        Math.min(Math.max(box.left + Math.min(box.width / 2, 8), 0), innerWidth - 1),
        Math.min(Math.max(box.top + Math.min(box.height / 2, 8), 0), innerHeight - 1));
      let fault = null;
      if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) fault = "no outline";
      else if (box.bottom <= 0 || box.top >= innerHeight || box.width < 2) fault = "out of sight";
      else if (at && !it.contains(at) && !at.contains(it)) fault = `under ${at.tagName}.${at.className}`;
      else if (before && !before.matches(".skip")) {
        const last = window.seenBox;
        const isBelow = box.top + scrollY >= last.top - 3, isRight = box.left >= last.right - 3;
        if (!isBelow && !isRight) fault = `above and left of ${before.outerHTML}`;
      }
      window.seenBox = { top: box.top + scrollY, right: box.right };
      return { what, fault: fault ? `${what}: ${fault}` : null };
      """
  }
}
