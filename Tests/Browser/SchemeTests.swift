import Foundation
import Testing

extension InTheBrowser {
  /// As the system, the paper or the reader want it.
  @Suite struct SchemeTests {
    @Test("axe finds nothing that keeps people out of a page", arguments: ["light", "dark"])
    func axeIsContent(scheme: String) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        try session.setMedia(["prefers-color-scheme": scheme])
        for width in [1280, 360] {
          try session.setWidth(width)
          for page in browsing.rich.kindsOfPages {
            try session.open(browsing.rich.address(page))
            try session.run("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
            expectNone(try Axe.violations(axe, in: session), "\(page) at \(width), \(scheme)")
          }
        }
      }
    }

    @Test(
      "nor on what is green, did not build, is not there yet, or has 10,000 tests",
      arguments: [("light", 1280), ("dark", 360)])
    func axeIsContent(scheme: String, width: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        try session.setMedia(["prefers-color-scheme": scheme])
        try session.setWidth(width)
        for site in browsing.kinds + browsing.many.values {
          // Of the many a page of each kind that they make longer.
          let isMany = browsing.many.values.contains { $0.folder == site.folder }
          let longer = ["index", "tests", "issues"].map { SiteOnDisk.integration + $0 + ".html" }
          for page in isMany ? longer : site.kindsOfPages {
            try session.open(site.address(page))
            // Thousands of rows are alike, and each takes it a while.
            try session.run(Self.few)
            let found = try Axe.violations(axe, in: session)
            expectNone(found, "\(site.folder.lastPathComponent)/\(page) at \(width), \(scheme)")
          }
        }
      }
    }

    @Test("nor without JavaScript", arguments: [("light", 360), ("dark", 1280)])
    func axeIsContentWithoutScripts(scheme: String, width: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        try session.setMedia(["prefers-color-scheme": scheme])
        try session.setWidth(width)
        for page in browsing.rich.kindsOfPages {
          try session.setScripting(false)
          try session.open(browsing.rich.address(page))
          // The page stays as it is; axe itself is a script.
          try session.setScripting(true)
          expectNone(try Axe.violations(axe, in: session), "\(page) at \(width), \(scheme)")
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

    private static let few = """
      document.querySelectorAll(".tests > li, .issue").forEach((it, at) => { if (at > 300) it.remove(); })
      """

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
