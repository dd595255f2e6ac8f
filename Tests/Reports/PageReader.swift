import Foundation

/// Reads the tags of a page, to ask where its links lead and what stands in it.
struct PageReader {
  struct Tag {
    var name: String
    var attributes: [String: String]
  }

  let tags: [Tag]

  init(_ page: String) {
    var tags: [Tag] = []
    let bytes = Array(page.utf8)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<"), at + 1 < bytes.count, Self.isLetter(bytes[at + 1]) else {
        at += 1
        continue
      }
      at += 1
      let name = Self.word(bytes, &at) { Self.isLetter($0) || (0x30...0x39).contains($0) }
      var attributes: [String: String] = [:]
      while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
        guard bytes[at] != 0x20, bytes[at] != UInt8(ascii: "/") else {
          at += 1
          continue
        }
        let key = Self.word(bytes, &at) { !" =>/\n".utf8.contains($0) }
        var value = ""
        if at < bytes.count, bytes[at] == UInt8(ascii: "=") {
          at += 1
          if bytes[at] == UInt8(ascii: "\"") {
            at += 1
            value = Self.word(bytes, &at) { $0 != UInt8(ascii: "\"") }
            at += 1
          } else {
            value = Self.word(bytes, &at) { $0 != 0x20 && $0 != UInt8(ascii: ">") }
          }
        } else if key.isEmpty {
          at += 1
        }
        if !key.isEmpty { attributes[key] = value }
      }
      tags.append(Tag(name: name, attributes: attributes))
    }
    self.tags = tags
  }

  var ids: Set<String> { Set(tags.compactMap { $0.attributes["id"] }) }
  /// A picture that is in the page itself.
  private func isIcon(_ tag: Tag) -> Bool {
    tag.attributes["rel"] == "icon" && tag.attributes["href"]?.hasPrefix("data:image/svg+xml,%3Csvg") ?? false
  }

  var links: [String] {
    tags.filter { !isIcon($0) }.compactMap { $0.attributes["href"] ?? $0.attributes["src"] }
  }

  private static func word(_ bytes: [UInt8], _ at: inout Int, while isIn: (UInt8) -> Bool) -> String {
    let start = at
    while at < bytes.count, isIn(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

/// A site as paths and texts; says which links lead nowhere.
struct SiteReader {
  /// What lies above the pages of an integration.
  private static let above: Set = ["index.html", "bots/stack/index.html"]

  let pages: [String: PageReader]
  let files: Set<String>
  /// Where the pages lie in the whole site.
  private let place: String

  /// - Parameter place: a folder of the whole site, with a slash at its end.
  init(_ site: [String: String], besides: Set<String>, at place: String = "bots/stack/42/") {
    pages = site.filter { $0.key.hasSuffix(".html") }.mapValues { PageReader($0) }
    files = Set(site.keys).union(besides)
    self.place = place
  }

  var brokenLinks: [String] {
    pages.flatMap { path, page in
      page.links.compactMap { link in leadsSomewhere(link, from: path) ? nil : "\(path): \(link)" }
    }.sorted()
  }

  private func leadsSomewhere(_ link: String, from page: String) -> Bool {
    if link.contains(":") || link.hasPrefix("/") { return false }
    // The pages of earlier integrations lie beside.
    if ["../41/tests.html#", "../40/tests.html#", "../38/tests.html#", "../41/index.html"].contains(
      where: link.hasPrefix)
    {
      return true
    }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let way = parts[0].prefix { $0 != "?" }
    guard let whole = way.isEmpty ? place + page : resolved(String(way), from: page) else { return false }
    if !place.isEmpty, Self.above.contains(whole) { return true }
    guard whole.hasPrefix(place) else { return false }
    let path = String(whole.dropFirst(place.count))
    guard files.contains(path) else { return false }
    // Of a page that lies beside, the anchors are not known.
    guard parts.count > 1, let found = pages[path] else { return true }
    return found.ids.contains(parts[1].removingPercentEncoding ?? "")
  }

  private func resolved(_ link: String, from page: String) -> String? {
    var folders = (place + page).split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/").map(String.init) {
      if part == ".." {
        if folders.popLast() == nil { return nil }
      } else {
        folders.append(part.removingPercentEncoding ?? part)
      }
    }
    return folders.joined(separator: "/")
  }
}
