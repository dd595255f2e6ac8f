import Foundation
import Kit
import Model
import Reports
import Testing

@testable import SamplePages

extension InTheBrowser {
  /// A mail as a reader shows it who takes HTML.
  @Suite struct MailTests {
    private static func mail() throws -> String {
      var report = Sample.report()
      report.commit?.branch = BranchName(String(repeating: "a-branch/", count: 5))
      var view = MailView(
        report: report, name: "Stack", topic: .issues, why: "you changed Stack.swift, in which it failed")
      view.address = "https://ci.example.org/bots/stack/104/index.html"
      let page = try Sample.library().render("mail/integration.html.mustache", .object(view.values()))
      return String(decoding: page, as: UTF8.self)
    }

    @Test(
      "it fits a telephone and a desk, and axe finds nothing in it, light or dark", arguments: [360, 1000])
    func readable(width: Int) throws {
      let axe = try Axe.script()
      try Browsing.withSession { session, browsing in
        let site = try SiteOnDisk(
          folder: browsing.rich.folder.deletingLastPathComponent(), name: "mail-\(width)", Self.mail())
        try session.setWidth(width)
        for scheme in ["light", "dark"] {
          try session.setMedia(["prefers-color-scheme": scheme])
          try session.open(site.address("index.html"))
          let room = try session.run("return document.documentElement.scrollWidth - window.innerWidth").number
          #expect((room ?? 1) <= 0, "it is wider by \(room ?? .nan) at \(width)")
          expectNone(try Axe.violations(axe, .allButContrast, in: session), "\(width), \(scheme)")
          expectNone(try Axe.violations(axe, .colors, in: session), "\(width), \(scheme)")
        }
      }
    }
  }
}
