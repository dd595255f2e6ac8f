import Foundation
import Kit
import Testing

extension InTheBrowser {
  @Suite struct LinkTests {
    @Test("each link and each anchor of each page lands on something that is there and can be seen")
    func linksLand() throws {
      try Browsing.withSession { session, browsing in
        let site = browsing.rich
        var wanted: [String: Set<String>] = [:]
        for page in site.pages {
          try session.open(site.address(page))
          for link in try session.run(Self.links).elements?.compactMap(\.text) ?? [] {
            let parts = link.split(separator: "#", maxSplits: 1).map(String.init)
            wanted[parts[0], default: []].formUnion(parts.dropFirst())
          }
        }
        #expect(wanted.values.map(\.count).reduce(0, +) > 1000)
        for (address, anchors) in wanted.sorted(by: { $0.key < $1.key }) {
          let path = URL(string: address)?.path ?? ""
          #expect(site.holds(address) && FileManager.default.fileExists(atPath: path), "\(address)")
          guard path.hasSuffix(".html"), !anchors.isEmpty else { continue }
          try session.open(address)
          let lost = try session.run(Self.landing, anchors.sorted())
          expectNone(lost.elements?.compactMap(\.text) ?? ["\(lost)"], address)
        }
      }
    }

    @Test(
      "two clicks from all bots: a line that failed, the first changed line that did not run, and any other",
      arguments: [("h", ".card a.place"), ("m", ".compared a[href*=\"#L\"]"), ("m", ".cov a[href*=\"#L\"]")])
    func twoClicks(kind: String, link: String) throws {
      try Browsing.withSession { session, browsing in
        try session.open(browsing.rich.address("index.html"))
        try session.click("main a[href=\"\(SiteOnDisk.integration)index.html\"]")
        try session.click(link)
        let here = try session.run("return [location.hash, document.querySelector('tr:target')?.className]")
        let classes = here.elements?[1].text?.split(separator: " ").map(String.init) ?? []
        #expect(classes.contains(kind), "\(here)")
        if link.hasPrefix(".compared") { #expect(here.elements?[0].text == "#L12") }
      }
    }

    private static let links = """
      return [...document.querySelectorAll("a[href], link[rel=stylesheet], script[src]")]
        .map((it) => it.href || it.src);
      """

    /// Lands on each anchor in turn, of a thousand on some; what lies above the target must not cover it.
    private static let landing = """
      const few = Math.ceil(arguments[0].length / 100);
      return arguments[0].flatMap((anchor, at) => {
        if (at % few) return document.getElementById(anchor) ? [] : [`#${anchor}: there is nothing`];
        location.hash = "";
        location.hash = anchor;
        const target = document.querySelector(":target");
        if (!target) return [`#${anchor}: there is nothing`];
        if (target.matches("i.at")) return [];
        const box = target.getBoundingClientRect();
        if (!box.width || !box.height) return [`#${anchor}: it is hidden`];
        const top = Math.max(box.top, 0) + Math.min(8, box.height / 2);
        if (box.bottom <= 0 || top >= innerHeight) return [`#${anchor}: it is out of sight`];
        const left = Math.min(Math.max(box.left, 0) + 4, innerWidth - 1);
        const seen = document.elementFromPoint(left, top);
        if (!seen || target.contains(seen) || seen.contains(target)) return [];
        return [`#${anchor}: ${seen.tagName}.${seen.className} covers it`];
      });
      """
  }
}
