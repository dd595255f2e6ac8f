import Foundation
import Kit
import Testing

extension InTheBrowser {
  @Suite struct KeyTests {
    private static let escape = "\u{E00C}"

    @Test("every key of the sheet does what the sheet says, on every page")
    func keysWork() throws {
      try Browsing.withSession { session, browsing in
        var all: Set<String> = []
        for page in browsing.rich.kindsOfPages {
          let address = browsing.rich.address(page)
          try session.open(address)
          let keys = try sheet(session, page)
          all.formUnion(keys)
          for key in keys {
            try session.open(address)
            let before = try state(session)
            try session.press(key)
            let after = try state(session)
            try expect(key, before, after, page, session)
          }
          expectNone(try session.complaints(), page)
        }
        #expect(all.isSuperset(of: ["n", "p", "j", "k", "/", "?"]))
      }
    }

    /// The keys that the sheet names; it opens with `?` and goes with `?` and with Escape.
    private func sheet(_ session: Session, _ page: String) throws -> [String] {
      let isOpen = "return document.querySelector('dialog')?.open ?? false"
      for way in ["?", Self.escape] {
        try session.press("?")
        #expect(try session.run(isOpen) == .bool(true), "\(page)")
        try session.press(way)
        #expect(try session.run(isOpen) == .bool(false), "\(page)")
      }
      return try session.run(
        "return [...document.querySelectorAll('dialog dt kbd')].map((it) => it.textContent)"
      )
      .elements?.compactMap(\.text) ?? []
    }

    private func state(_ session: Session) throws -> JSON {
      try session.run(
        """
        const target = document.querySelector(":target");
        const box = target?.getBoundingClientRect();
        return {
          path: location.pathname, hash: location.hash, focus: document.activeElement.tagName,
          next: document.querySelector("a[rel=next]")?.pathname,
          prev: document.querySelector("a[rel=prev]")?.pathname,
          sees: box ? box.bottom > 0 && (box.top >= 0 ? box.top < innerHeight : false) : null,
          sheet: document.querySelector("dialog")?.open ?? false,
          marks: target?.className,
        };
        """)
    }

    private func expect(
      _ key: String, _ before: JSON, _ after: JSON, _ page: String, _ session: Session
    ) throws {
      switch key {
      case "n", "p":
        #expect(
          after["hash"] != before["hash"] && after["sees"] == .bool(true), "\(key) on \(page): \(after)")
      case "j": #expect(after["path"] == before["next"], "\(key) on \(page): \(after)")
      case "k": #expect(after["path"] == before["prev"], "\(key) on \(page): \(after)")
      case "/":
        #expect(after["focus"] == .string("INPUT"), "\(key) on \(page): \(after)")
        try session.press(Self.escape)
        #expect(try state(session)["focus"] != .string("INPUT"), "\(page)")
      case "?": #expect(after["sheet"] == .bool(true), "\(key) on \(page): \(after)")
      default: Issue.record("nobody knows what \(key) is to do on \(page)")
      }
    }

    @Test("n goes through the lines that did not run and p goes back, around the end and the beginning")
    func linesThatDidNotRun() throws {
      try Browsing.withSession { session, browsing in
        let page = SiteOnDisk.integration + "coverage/Sources/Shapes/Shape2.swift.html"
        try session.open(browsing.rich.address(page))
        var lines: [String] = []
        for key in ["n", "n", "n", "p", "p", "p"] {
          try session.press(key)
          lines.append(try session.run("return location.hash").text ?? "")
        }
        #expect(lines == ["#L12", "#L26", "#L36", "#L26", "#L12", "#L36"])
      }
    }
  }
}
