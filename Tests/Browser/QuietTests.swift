import Foundation
import Testing

extension InTheBrowser {
  @Suite struct QuietTests {
    @Test("no page complains on the console or asks for anything outside of the site's folder")
    func pagesAreQuiet() throws {
      try Browsing.withSession { session, browsing in
        let pages = browsing.rich.pages
        #expect(pages.count > 20)
        for page in pages { try expectQuiet(page, of: browsing.rich, in: session) }
      }
    }

    @Test("nothing that a hostile word wants happens")
    func hostileWordsDoNothing() throws {
      try Browsing.withSession { session, browsing in
        for site in browsing.hostile {
          for page in site.pages { try expectQuiet(page, of: site, in: session) }
        }
      }
    }

    /// An alert would make each later call fail.
    private func expectQuiet(_ page: String, of site: SiteOnDisk, in session: Session) throws {
      try session.open(site.address(page))
      #expect(
        try session.run("return document.documentElement.classList.contains('scripted')") == .bool(true))
      expectNone(try session.complaints(), page)
      let asked = try session.requests()
      #expect(asked.contains { $0.hasSuffix(".css") } && asked.contains { $0.hasSuffix(".js") }, "\(page)")
      expectNone(asked.filter { !site.holds($0) }, page)
    }
  }
}
