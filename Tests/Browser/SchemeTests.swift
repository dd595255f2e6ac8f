import Foundation
import Kit
import Testing

extension InTheBrowser {
  /// As the system, the paper or the reader want it.
  @Suite struct SchemeTests {
    /// Pages are shared out among two browsers; each is opened once and looked at as four readers see it.
    @Test("axe finds nothing that keeps people out of a page", arguments: [0, 1])
    func axeIsContent(half: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        for page in Self.half(half, of: browsing.rich.kindsOfPages) {
          try session.setWidth(1280)
          try session.open(browsing.rich.address(page))
          try session.run("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
          // What is no matter of colours is looked at in all of a page once.
          expectNone(try Axe.violations(axe, .allButContrast, in: session), page)
          try Axe.leaveOutWhatIsAlike(in: session)
          for width in Tier.some(1, of: [1280, 360]) {
            try session.setWidth(width)
            if width == 360 {
              expectNone(try Axe.violations(axe, .allButContrast, in: session), "\(page) at \(width)")
            }
            for scheme in Tier.some(1, of: ["dark", "light"]) {
              try session.setMedia(["prefers-color-scheme": scheme])
              expectNone(try Axe.violations(axe, .colors, in: session), "\(page) at \(width), \(scheme)")
            }
          }
        }
      }
    }

    private static func half(_ half: Int, of pages: [String]) -> [String] {
      pages.enumerated().filter { $0.offset % 2 == half }.map(\.element)
    }

    @Test("what axe is there for is found in each of the looks, among many alike too", .nightly)
    func axeFinds() throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        let row = "<li><a href=#a>one</a> <b class=quiet>two</b></li>"
        let page = """
          <!DOCTYPE html><html lang=en><meta name=viewport content="width=device-width"><title>bad</title>
          <style>
            .quiet { color: #555; font-weight: 400 } a { color: #003 }
            @media (prefers-color-scheme: dark) { .quiet { color: #bbb } }
            @media (max-width: 500px) { .narrow { color: #ccc } }
          </style>
          <main><h1>bad</h1><p class=narrow>small</p><ul>\(String(repeating: row, count: 40))</ul>
          <p id=a>all</p></main>
          """
        let bad = try SiteOnDisk(
          folder: browsing.rich.folder.deletingLastPathComponent(), name: "bad", page)
        for (scheme, width, wanted) in [
          ("light", 1280, 0), ("dark", 1280, 4), ("light", 360, 1), ("dark", 360, 5),
        ] {
          try session.setMedia(["prefers-color-scheme": scheme])
          try session.setWidth(width)
          try session.open(bad.address("index.html"))
          try Axe.leaveOutWhatIsAlike(in: session)
          let found = try Axe.violations(axe, in: session).filter { $0.hasPrefix("color-contrast") }
          #expect(found.count == wanted, "\(scheme) at \(width): \(found)")
        }
      }
    }

    @Test(
      "nor on what is green, did not build, is not there yet, or has 10,000 tests", .nightly,
      arguments: [0, 1])
    func axeIsContentWithKinds(half: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        for site in browsing.kinds + browsing.many.values {
          // Of the many a page of each kind that they make longer.
          let isMany = browsing.many.values.contains { $0.folder == site.folder }
          let longer = ["index", "tests", "issues"].map { SiteOnDisk.integration + $0 + ".html" }
          for page in Self.half(half, of: isMany ? longer : site.kindsOfPages) {
            let place = "\(site.folder.lastPathComponent)/\(page)"
            try session.setWidth(1280)
            try session.setMedia(["prefers-color-scheme": "light"])
            try session.open(site.address(page))
            if !isMany { expectNone(try Axe.violations(axe, .allButContrast, in: session), place) }
            try Axe.leaveOutWhatIsAlike(in: session)
            let asked = isMany ? Axe.Asked.everything : .colors
            expectNone(try Axe.violations(axe, asked, in: session), place)
            try session.setWidth(360)
            try session.setMedia(["prefers-color-scheme": "dark"])
            expectNone(try Axe.violations(axe, in: session), "\(place) at 360, dark")
          }
        }
      }
    }

    @Test("nor without JavaScript", .nightly, arguments: [0, 1])
    func axeIsContentWithoutScripts(half: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        for page in Self.half(half, of: browsing.rich.kindsOfPages) {
          try session.setScripting(false)
          try session.open(browsing.rich.address(page))
          // The page stays as it is; axe itself is a script.
          try session.setScripting(true)
          try Axe.leaveOutWhatIsAlike(in: session)
          for (scheme, width) in [("light", 360), ("dark", 1280)] {
            try session.setMedia(["prefers-color-scheme": scheme])
            try session.setWidth(width)
            expectNone(try Axe.violations(axe, in: session), "\(page) at \(width), \(scheme)")
          }
        }
      }
    }

    @Test("in forced colours every state of a line and of a test can still be told")
    func forcedColors() throws {
      try Browsing.withSession { session, browsing in
        try session.setMedia(["forced-colors": "active"])
        for page in browsing.rich.kindsOfPages {
          try session.open(browsing.rich.address(page))
          #expect(try session.run("return matchMedia('(forced-colors: active)').matches") == .bool(true))
          expectNone(try session.run(Self.lostInForcedColors).elements?.compactMap(\.text) ?? ["?"], page)
        }
      }
    }

    @Test("on paper nothing is cut off, and what only a screen can do is left out")
    func paper() throws {
      try Browsing.withSession { session, browsing in
        try session.setMedia(type: "print")
        for page in browsing.rich.kindsOfPages {
          // A4 within the browser's own margins.
          try session.setWidth(718, height: 1000)
          try session.open(browsing.rich.address(page))
          expectNone(try session.run(Self.lostOnPaper).elements?.compactMap(\.text) ?? ["?"], page)
          let answer = try session.tell("Page.printToPDF", ["printBackground": false])
          let paper = Data(base64Encoded: answer["data"]?.text ?? "") ?? Data()
          #expect(paper.starts(with: Data("%PDF-".utf8)) && paper.count > 8_000, "\(page): \(paper.count)")
        }
      }
    }

    /// Colours are the system's then: bars must keep theirs, and badges need an edge.
    private static let lostInForcedColors = """
      const faults = [];
      const ground = getComputedStyle(document.body).backgroundColor;
      for (const it of document.querySelectorAll(".badge")) {
        if (getComputedStyle(it).borderTopWidth === "0px") faults.push(`${it.textContent}: no edge`);
      }
      for (const it of document.querySelectorAll(".cover rect, .strip rect")) {
        if (getComputedStyle(it).fill === ground) faults.push(`${it.className.baseVal}: not to be seen`);
      }
      const states = new Set();
      for (const name of ["e", "p", "m"]) {
        const row = document.querySelector(`.source tr.${name}`);
        if (!row) continue;
        const style = getComputedStyle(row.cells[1]);
        const look = `${style.borderRightStyle} ${style.borderRightWidth}`;
        if (style.borderRightColor === ground) faults.push(`${name}: no bar`);
        if (states.has(look)) faults.push(`${name}: looks like another state: ${look}`);
        states.add(look);
      }
      const part = document.querySelector(".source .p u");
      const line = part && getComputedStyle(part).textDecorationLine;
      if (part && line !== "underline") faults.push(`what did not run of a line: ${line}`);
      return faults;
      """

    private static let lostOnPaper = """
      const faults = [], shown = (it) => it.checkVisibility();
      const idle = "header.top nav, .filters, .skip, .js, .around, input, button:not(th *), dialog";
      for (const it of document.querySelectorAll(idle)) {
        if (shown(it)) faults.push(`${it.tagName}.${it.className} is printed`);
      }
      const root = document.scrollingElement;
      const over = root.scrollWidth - root.clientWidth;
      if (over > 0) faults.push(`wider than the paper by ${over}`);
      for (const it of document.querySelectorAll("main *")) {
        const style = getComputedStyle(it);
        if (!shown(it) || it.closest(".vh, svg") || style.clipPath !== "none") continue;
        if (style.overflow === "visible") continue;
        const [across, down] = [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight];
        if (!it.clientWidth || (across <= 1 && down <= 1)) continue;
        faults.push(`${it.tagName}.${it.className} cuts ${across} x ${down}`);
      }
      return faults;
      """
  }
}
