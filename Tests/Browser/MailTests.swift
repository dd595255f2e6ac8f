import Foundation
import Kit
import Model
import Reports
import Testing

@testable import SamplePages

extension InTheBrowser {
  /// A mail as a reader shows it who takes HTML.
  @Suite struct MailTests {
    enum Kind: String, CaseIterable { case integration, digest }

    private static func mail(_ kind: Kind) throws -> String {
      switch kind {
      case .integration: try integration()
      case .digest: try digest()
      }
    }

    private static func integration() throws -> String {
      var report = Sample.report()
      report.commit?.branch = BranchName(String(repeating: "a-branch/", count: 5))
      var view = MailView(
        report: report, name: "Stack", topic: .issues, why: "you changed Stack.swift, in which it failed")
      view.address = "https://ci.example.org/bots/stack/104/index.html"
      let page = try Sample.library().render("mail/integration.html.mustache", .object(view.values()))
      return String(decoding: page, as: UTF8.self)
    }

    /// The oldest first, so many tests, lines that did not run and seconds.
    private static let past: [(tests: Int, lines: Int, seconds: Double)] = [
      (10, 100, 60), (20, 50, 30), (40, 0, 90), (5, 25, 45),
    ]

    /// A week of a bot, in which many branches were integrated.
    private static func digest() throws -> String {
      let began = Date(timeIntervalSince1970: 1_790_000_000)
      let main = past.enumerated().map { index, figures in
        var past = PastIntegration(number: IntegrationNumber(index + 1), started: began, processID: 1)
        (past.branch, past.result, past.ended) = ("main", index == 3 ? .testFailures : .succeeded, began)
        past.sentence = "\(figures.tests) tests passed in \(figures.seconds) s"
        past.tests = OutcomeCounts()
        past.tests?[.passed] = figures.tests
        past.lines = LineCounts(executable: 1000, executed: 1000 - figures.lines, partial: 0)
        past.seconds = figures.seconds
        return past
      }
      let others = (0..<14).map { number in
        var past = PastIntegration(number: IntegrationNumber(20 + number), started: began, processID: 1)
        past.branch = BranchName("\(number)-" + String(repeating: "a-branch/", count: 5))
        (past.result, past.ended) = ([.buildErrors, .warnings, .inconclusive, nil][number % 4], began)
        past.sentence = "Sources/\(String(repeating: "Folder/", count: 12))File.swift does not build"
        return past
      }
      var view = DigestView(
        name: "Stack <of> plates", period: "the week to 2026-11-23",
        why: "your address stands in the bot file",
        integrations: main.reversed() + others, history: main.reversed())
      (view.branch, view.address) = ("main", "https://ci.example.org/bots/stack/index.html")
      let page = try Sample.library().render("mail/digest.html.mustache", .object(view.values()))
      return String(decoding: page, as: UTF8.self)
    }

    /// What a page asks for, and what could ask for more when somebody looks otherwise.
    private static let fetched = """
      const asking = document.querySelectorAll("[src], [srcset], [background], link, script, iframe, object");
      return performance.getEntriesByType("resource").map((it) => it.name)
        .concat([...asking].map((it) => it.outerHTML))
        .concat(document.documentElement.outerHTML.match(/url\\(|@import/g) || []);
      """

    @Test("the bars of a report of a week stand on one line and are as high as their figures say")
    func bars() throws {
      try Browsing.withSession { session, browsing in
        let site = try SiteOnDisk(
          folder: browsing.rich.folder.deletingLastPathComponent(), name: "mail-bars", Self.mail(.digest))
        try session.setWidth(360)
        try session.open(site.address("index.html"))
        let told = try session.run(
          """
          return [...document.querySelectorAll("table[role=img]")].flatMap((table) =>
            [table.getAttribute("aria-label")].concat([...table.querySelectorAll(".column")].map((bar) => {
              const [box, whole] = [bar.getBoundingClientRect(), table.getBoundingClientRect()];
              const stands = Math.abs(box.bottom - whole.bottom) < 2 && box.width > whole.width / 5;
              const color = getComputedStyle(bar).backgroundColor;
              return `${bar.title}: ${box.height} ${stands} ${color === "rgb(132, 141, 153)"}`;
            })));
          """)
        #expect(
          told.elements?.compactMap(\.text) == [
            "Tests: from 10 to 5, between 5 and 40", "10: 10 true true", "20: 20 true true",
            "40: 40 true true", "5: 5 true true",
            "Lines not executed: from 100 to 25, between 0 and 100", "100: 40 true true",
            "50: 20 true true", "0: 1 true true", "25: 10 true true",
            "Duration: from 1 min 00 s to 45 s, between 30 s and 1 min 30 s", "1 min 00 s: 27 true true",
            "30 s: 13 true true", "1 min 30 s: 40 true true", "45 s: 20 true true",
          ], "\(told)")
      }
    }

    @Test(
      "it fits a telephone and a desk, fetches nothing, and axe finds nothing in it, light or dark",
      arguments: Tier.some(2, of: Kind.allCases), Tier.some(1, of: [360, 1000]))
    func readable(kind: Kind, width: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        let site = try SiteOnDisk(
          folder: browsing.rich.folder.deletingLastPathComponent(), name: "mail-\(kind)-\(width)",
          Self.mail(kind))
        try session.setWidth(width)
        for scheme in ["light", "dark"] {
          try session.setMedia(["prefers-color-scheme": scheme])
          try session.open(site.address("index.html"))
          let room = try session.run("return document.documentElement.scrollWidth - window.innerWidth").number
          #expect((room ?? 1) <= 0, "it is wider by \(room ?? .nan) at \(width)")
          expectNone(try session.run(Self.fetched).elements?.compactMap(\.text) ?? ["?"], "it fetches")
          expectNone(try Axe.violations(axe, .allButContrast, in: session), "\(kind), \(width), \(scheme)")
          expectNone(try Axe.violations(axe, .colors, in: session), "\(kind), \(width), \(scheme)")
        }
      }
    }
  }
}
