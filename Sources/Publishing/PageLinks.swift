import Files
import Foundation
import Model
import Reports

/// What the pages of integrations lead to: where one is kept no longer, the others name it without a link.
struct PageLinks {
  /// The bot's pages.
  let folder: String

  /// Looks into the pages that are new, and takes out of all what leads to an integration that is not known.
  func settle(known: Set<Int>, changed: [IntegrationNumber], _ memory: inout PageMemory) throws {
    memory.links = memory.links.filter { known.contains($0.key) }
    for number in changed { memory.links[number.value] = nil }
    // Of most of a long history there is nothing to look at: one list is read sooner than each is asked for.
    let there = Set(((try? FileTree.entries(of: folder)) ?? []).compactMap { Int($0) })
    for number in known.intersection(there) where memory.links[number] == nil {
      guard FileFacts("\(folder)/\(number)/index.html") != nil else { continue }
      memory.links[number] = try links(of: number)
    }
    for (number, targets) in memory.links {
      let lost = targets.filter { !known.contains($0.value) }
      guard !lost.isEmpty else { continue }
      try release(Set(lost.map(\.value)), in: number)
      memory.links[number] = targets.filter { known.contains($0.value) }
    }
  }

  private func links(of number: Int) throws -> [IntegrationNumber] {
    let found = pages(of: number).flatMap { page in
      contents(of: page).map { bytes in
        Self.anchors(in: bytes).flatMap(\.targets) + Self.parts(in: bytes).map(\.target)
      } ?? []
    }
    return Set(found).subtracting([number]).sorted().map { IntegrationNumber($0) }
  }

  private func release(_ lost: Set<Int>, in number: Int) throws {
    for page in pages(of: number) {
      guard let bytes = contents(of: page), let released = Self.releasing(lost, in: bytes) else { continue }
      try Files.publish(released, as: page)
    }
  }

  /// Those of sources name no integration.
  private func pages(of number: Int) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(number)")) ?? []
    return names.filter { $0.hasSuffix(".html") }.map { "\(folder)/\(number)/\($0)" }
  }

  // MARK: - Text

  struct Anchor {
    /// The number of the integration that it leads to; of a page that compares two, both.
    var targets: [Int]
    /// From `<a` to `</a>`, and the address with its name.
    var whole: Range<Int>
    var address: Range<Int>
  }

  private static let address = Data(" href=\"../".utf8)
  private static let begin = Data("<a ".utf8)
  private static let end = Data("</a>".utf8)

  /// Neither a text nor an attribute of a page has a bare `<` or `>`.
  static func anchors(in bytes: [UInt8]) -> [Anchor] {
    let page = Data(bytes)
    var anchors: [Anchor] = []
    var place = 0
    while let at = page.range(of: address, in: place..<page.count) {
      place = at.upperBound
      guard let quote = page[place...].firstIndex(of: 0x22),
        let targets = targets(of: String(decoding: page[place..<quote], as: UTF8.self)),
        let start = page[..<at.lowerBound].lastIndex(of: 0x3C),
        page[start..<at.lowerBound + 1].starts(with: begin), !page[start..<at.lowerBound].contains(0x3E),
        let close = page.range(of: end, in: quote..<page.count)
      else { continue }
      anchors.append(
        Anchor(targets: targets, whole: start..<close.upperBound, address: at.lowerBound..<quote + 1))
      place = close.upperBound
    }
    return anchors
  }

  /// Of an address from the bot's folder on: `41/index.html`, `compare/41-42.html`.
  private static func targets(of address: String) -> [Int]? {
    let parts = address.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let first = parts.first else { return nil }
    if let number = Int(first), "\(number)" == first { return [number] }
    guard first == CompareAddress.folder else { return nil }
    return CompareAddress(file: String(parts[1])).map { [$0.before.value, $0.now.value] }
  }

  private static let part = Data("<details data-needs=\"".utf8)
  private static let partEnd = Data("</details>".utf8)

  /// What makes sense only as long as another integration is kept, as a command that names it.
  private static func parts(in bytes: [UInt8]) -> [(target: Int, whole: Range<Int>)] {
    let page = Data(bytes)
    var parts: [(target: Int, whole: Range<Int>)] = []
    var place = 0
    while let at = page.range(of: part, in: place..<page.count) {
      place = at.upperBound
      guard let quote = page[place...].firstIndex(of: 0x22),
        let target = Int(String(decoding: page[place..<quote], as: UTF8.self)),
        let close = page.range(of: partEnd, in: quote..<page.count)
      else { continue }
      parts.append((target, at.lowerBound..<close.upperBound))
      place = close.upperBound
    }
    return parts
  }

  /// nil where nothing leads there.
  static func releasing(_ lost: Set<Int>, in page: [UInt8]) -> [UInt8]? {
    let parts = parts(in: page).filter { lost.contains($0.target) }
    var page = page
    for part in parts.reversed() { page.removeSubrange(part.whole) }
    let anchors = anchors(in: page).filter { !lost.isDisjoint(with: $0.targets) }
    guard !anchors.isEmpty else { return parts.isEmpty ? nil : page }
    var released: [UInt8] = []
    var place = 0
    for anchor in anchors {
      released += page[place..<anchor.whole.lowerBound]
      released += "<span".utf8
      released += page[anchor.whole.lowerBound + 2..<anchor.address.lowerBound]
      released += page[anchor.address.upperBound..<anchor.whole.upperBound - end.count]
      released += "</span>".utf8
      place = anchor.whole.upperBound
    }
    return released + page[place...]
  }
}
