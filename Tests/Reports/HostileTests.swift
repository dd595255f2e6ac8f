import Foundation
import Model
import Testing

@testable import Reports
@testable import SamplePages

/// Names and texts that try to become something else.
@Suite struct HostileTests {
  @Test("a hostile word anywhere stays a word", arguments: Sample.hostileWords)
  func staysAWord(word: String) throws {
    let site = try Sample.pages(Sample.hostile(word))
    let plain = SiteReader(try Sample.pages(Sample.hostile("plain")), besides: Self.besides("plain"))
    let read = SiteReader(site, besides: Self.besides(word))
    #expect(read.brokenLinks.isEmpty)
    for name in ["index.html", "tests.html", "coverage.html", "issues.html", "commits.html", "log.html"] {
      let page = try #require(site[name])
      #expect(Self.kinds(read.pages[name]).subtracting(Self.kinds(plain.pages[name])).isEmpty, "\(name)")
      for scalar in ["\u{202E}", "\u{1B}", "\u{0}", "\u{7}", "\r"] as [Unicode.Scalar] {
        #expect(!page.unicodeScalars.contains(scalar), "\(name) has U+\(String(scalar.value, radix: 16))")
      }
    }
    for (path, page) in read.pages {
      #expect(
        !page.tags.contains {
          ($0.name == "img" && $0.attributes["src"]?.hasPrefix("attachments/") != true)
            || $0.attributes["onerror"] != nil
        }, "\(path)")
      #expect(page.tags.count { $0.name == "script" } == 1, "\(path)")
    }
  }

  @Test("no page lies outside of the integration's folder", arguments: Sample.hostileWords)
  func staysInside(word: String) throws {
    for path in try Sample.pages(Sample.hostile(word)).keys {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      #expect(!parts.contains { $0.isEmpty || $0 == ".." || $0 == "." || $0.utf8.count > 255 }, "\(path)")
      #expect(!path.utf8.contains(0))
    }
  }

  /// Which elements with which attributes there are.
  static func kinds(_ page: PageReader?) -> Set<String> {
    let colors: Set = ["b", "i", "q", "u", "var", "samp", "mark", "span"]
    let tags = (page?.tags ?? []).filter { !colors.contains($0.name) || !$0.attributes.isEmpty }
    return Set(tags.map { "\($0.name) \($0.attributes.keys.sorted())" })
  }

  private static func besides(_ word: String) -> Set<String> {
    Sample.besides.union(["attachments/\(word)", "attachments/one.txt", "attachments/two.txt"])
  }
}
