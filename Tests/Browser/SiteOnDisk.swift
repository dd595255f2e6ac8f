import Foundation
import Kit
import Reports

@testable import SamplePages

/// A site as it is published: plain files in a folder.
struct SiteOnDisk: Sendable {
  let folder: URL

  /// Where the integration's own pages begin.
  static let integration = "bots/stack/104/"

  static func write(
    _ input: SiteInput, history: [String: String] = [:], below folder: URL, named name: String
  ) throws -> SiteOnDisk {
    let site = SiteOnDisk(folder: folder.appending(path: name))
    for (path, page) in history { try site.write(Data(page.utf8), to: path) }
    try site.write(input, to: integration)
    return site
  }

  /// An integration's own folder.
  func write(_ input: SiteInput, to folder: String) throws {
    for page in Site.pages(input, templates: Sample.library()) {
      try write(Data(try page.bytes()), to: folder + page.path)
    }
    // A hostile word may be no file's name.
    for name in Set(input.exports).union(input.bytes.keys)
    where name.split(separator: "/").allSatisfy({ $0.utf8.count < 200 && $0 != ".." && !$0.contains("\0") }) {
      try write(input.attached(name).map { Data($0) } ?? Data("{}\n".utf8), to: folder + name)
    }
  }

  init(folder: URL) { self.folder = folder }

  /// A site of one page.
  init(folder: URL, name: String, _ page: String) throws {
    self.folder = folder.appending(path: name)
    try write(Data(page.utf8), to: "index.html")
  }

  private func write(_ bytes: Data, to path: String) throws {
    let place = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: place)
  }

  /// Every page there is, so that a new one is tested by itself. The first is where a visit begins.
  var pages: [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".html") }.sorted {
      ($0.count { $0 == "/" }, $0) < ($1.count { $0 == "/" }, $1)
    }
  }

  /// The same without the annotated sources but one of each kind, and without what only leads elsewhere,
  /// the integration before, and all branches but two.
  var kindsOfPages: [String] {
    let pages = self.pages
    let branches = pages.filter { $0.contains("/branches/") }.dropFirst(2)
    return pages.filter { !$0.contains("/latest") && !$0.contains("/41/") && !branches.contains($0) }.filter {
      !$0.contains("/coverage/") || $0.hasSuffix("Stack.swift.html") || $0.hasSuffix("Tests.swift.html")
    }
  }

  var start: String { pages.contains("index.html") ? "index.html" : Self.integration + "index.html" }

  func address(_ page: String, query: String = "", anchor: String = "") -> String {
    let base = folder.appending(path: page).absoluteString
    // What runs would show itself anew in the middle of a look at it.
    let query = query.isEmpty && page.hasSuffix("running.html") ? "still" : query
    return base + (query.isEmpty ? "" : "?\(query)") + (anchor.isEmpty ? "" : "#\(anchor)")
  }

  func holds(_ address: String) -> Bool { address.hasPrefix(folder.absoluteString.trimmingSuffix("/") + "/") }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
