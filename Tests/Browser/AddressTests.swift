import Foundation
import Kit
import Testing

extension InTheBrowser {
  /// What one reader sees is what the address shows to another.
  @Suite struct AddressTests {
    @Test("each column sorts both ways, and the address keeps it")
    func sorting() throws {
      try Browsing.withTwoSessions { session, other, browsing in
        try session.open(browsing.rich.address(SiteOnDisk.integration + "coverage.html"))
        let columns = try session.run("return document.querySelectorAll('.sortable th button').length").number
          .map(
            Int.init)
        #expect(columns == 7)
        for column in 0..<(columns ?? 0) {
          for _ in 0..<2 {
            try session.run("document.querySelectorAll('.sortable th button')[arguments[0]].click()", column)
            let cells = try session.run(Self.cells, column)
            #expect(cells["isSorted"] == .bool(true), "column \(column): \(cells)")
            try expectSame(session, other)
          }
        }
        // By keyboard too.
        try session.run("document.querySelectorAll('.sortable th button')[1].focus()")
        let before = try session.run("return location.search")
        try session.press("\u{E007}")
        #expect(try session.run("return location.search") != before)
      }
    }

    @Test(
      "a filter, what is looked for, and both together are kept by the address", arguments: ["tests", "log"])
    func filters(page: String) throws {
      try Browsing.withTwoSessions { session, other, browsing in
        let address = browsing.rich.address(SiteOnDisk.integration + "\(page).html")
        try session.open(address)
        let all = (text: try shown(session), count: try rows(session))
        let filters =
          try session.run("return document.querySelectorAll('.filters a[href^=\"#\"]:not(.all)').length")
          .number ?? 0
        #expect(filters >= 2)
        for index in 0..<Int(filters) {
          try session.open(address)
          try session.run(
            "document.querySelectorAll('.filters a[href^=\"#\"]:not(.all)')[arguments[0]].click()", index)
          let filtered = try rows(session)
          #expect(filtered > 0 && filtered < all.count, "filter \(index)")
          try expectSame(session, other)
          try session.press("/")
          try session.type(page == "tests" ? "mov" : "mutated")
          let found = try rows(session)
          #expect(found <= filtered && found < all.count, "filter \(index)")
          let said = found == 0 ? "Nothing found" : "\(found) found"
          #expect(
            try session.run("return document.querySelector('[role=status]').textContent") == .string(said))
          try expectSame(session, other)
        }
        try session.run("document.querySelector('.filters .all').click()")
        try session.press("\u{E007}")
        try session.run(
          """
          const field = document.querySelector(".filters input");
          field.value = "";
          field.dispatchEvent(new Event("input"));
          """
        )
        #expect(try shown(session) == all.text)
        expectNone(try session.complaints(), page)
      }
    }

    @Test("going to the next failing test keeps the filter, and the address keeps both")
    func filterAndPlace() throws {
      try Browsing.withTwoSessions { session, other, browsing in
        try session.open(browsing.rich.address(SiteOnDisk.integration + "tests.html", anchor: "timedout"))
        let filtered = try shown(session)
        try session.press("n")
        #expect(try shown(session) == filtered)
        #expect(
          try session.run("return document.querySelector('li:target')?.className.includes('t-timedout')")
            == .bool(true))
        try expectSame(session, other)
      }
    }

    @Test("words to find mean outcomes, tags and times too, one by one and together")
    func words() throws {
      let wanted = [
        ("failed", 2), ("timed-out", 1), ("crashed", 1), ("skipped", 3), ("passed", 68), ("new", 1),
        ("tag:fast", 1), ("tag:.fa", 1), ("tag:slow", 0), (">100ms", 48), ("<100ms", 28), ("<2s", 76),
        (">1s", 6), ("passed >1s", 5), ("failed shape1tests", 1), ("failed tag:fast", 0),
      ]
      try Browsing.withSession { session, browsing in
        for (words, count) in wanted {
          let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
          let page = SiteOnDisk.integration + "tests.html"
          try session.open(browsing.rich.address(page, query: "find=\(query)"))
          let found = try rows(session)
          #expect(found == count, "\(words): \(found)")
        }
      }
    }

    @Test("finding nothing says so")
    func nothingFound() throws {
      try Browsing.withTwoSessions { session, other, browsing in
        for page in ["tests", "coverage", "log"] {
          try session.open(browsing.rich.address(SiteOnDisk.integration + "\(page).html", query: "find=zzzz"))
          #expect(try shown(session).contains("Nothing"), "\(page)")
        }
      }
    }

    @Test("a click on a line's number gives the line's address")
    func lineNumbers() throws {
      try Browsing.withTwoSessions { session, other, browsing in
        let page = SiteOnDisk.integration + "coverage/Sources/Stack/Stack.swift.html"
        try session.open(browsing.rich.address(page))
        try session.click("#L6 > td")
        #expect(try session.run("return location.hash") == .string("#L6"))
        try expectSame(session, other)
      }
    }

    /// Opens the address of `session` in a browser that knows nothing else.
    private func expectSame(
      _ session: Session, _ other: Session, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let address = try session.run("return location.href").text ?? ""
      try other.open(address)
      let (seen, wanted) = (try shown(other), try shown(session))
      let others = zip(seen.split(separator: "\n"), wanted.split(separator: "\n")).first { $0 != $1 }
      let (length, wantedLength) = (seen.count, wanted.count)
      #expect(
        seen == wanted, "\(address): \(length) for \(wantedLength), \(String(describing: others))",
        sourceLocation: sourceLocation)
    }

    /// What can be read, with what stands in the fields. What is painted only when it comes into sight has no
    /// text before the first picture: here all of it is.
    private func shown(_ session: Session) throws -> String {
      try session.run(
        """
        if (!document.adoptedStyleSheets.length) {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(".lines > span, .tests, tr { content-visibility: visible !important }");
          document.adoptedStyleSheets = [sheet];
        }
        return document.querySelector("main").innerText
          + [...document.querySelectorAll("input")].map((it) => it.value).join();
        """
      ).text ?? ""
    }

    /// How many of the things that are filtered can be seen.
    private func rows(_ session: Session) throws -> Int {
      let count = try session.run(
        """
        return [...document.querySelectorAll(".tests > li, .lines > span")]
          .filter((it) => (it.closest("details.fold:not([open])") ?? it).getClientRects().length).length;
        """)
      return count.number.map(Int.init) ?? -1
    }

    private static let cells = """
      const head = document.querySelectorAll(".sortable thead th")[arguments[0]];
      const falls = head.getAttribute("aria-sort") === "descending";
      const isSorted = [...document.querySelectorAll(".sortable tbody")].every((body) => {
        const values = [...body.querySelectorAll("tr.file")].map((row) => {
          const text = row.cells[arguments[0]].dataset.sort;
          return isNaN(text) ? text : Number(text);
        });
        return values.slice(1).every((value, at) => falls ? values[at] >= value : values[at] <= value);
      });
      return { isSorted, order: head.getAttribute("aria-sort") };
      """
  }
}
