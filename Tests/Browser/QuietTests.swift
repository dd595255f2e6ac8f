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

    @Test("what these tests listen for can be heard")
    func listening() throws {
      try Browsing.withSession { session, browsing in
        let page = """
          <!DOCTYPE html><title>loud</title><img src="../outside.png"><img src="http://127.0.0.1:9/away.png">
          <script>console.error("said"); setTimeout(() => missing(), 0);</script>
          """
        let loud = try SiteOnDisk(
          folder: browsing.rich.folder.deletingLastPathComponent(), name: "loud", page)
        try session.open(loud.address("index.html"))
        let heard = try session.complaints().joined(separator: "\n")
        #expect(heard.contains("said") && heard.contains("missing is not defined"), "\(heard)")
        let away = try session.requests().filter { !loud.holds($0) }
        #expect(
          away.contains { $0.hasSuffix("/outside.png") } && away.contains { $0.hasPrefix("http:") }, "\(away)"
        )
      }
    }

    /// An alert would make each later call fail.
    private func expectQuiet(_ page: String, of site: SiteOnDisk, in session: Session) throws {
      try session.open(site.address(page))
      let isScripted = try session.becomesTrue("document.documentElement.classList.contains('scripted')")
      #expect(isScripted, "\(page)")
      expectNone(try session.complaints(), page)
      let asked = try session.requests()
      #expect(asked.contains { $0.hasSuffix(".css") } && asked.contains { $0.hasSuffix(".js") }, "\(page)")
      expectNone(asked.filter { !site.holds($0) }, page)
    }
  }
}
