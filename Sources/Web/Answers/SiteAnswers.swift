import Foundation
public import HTTP
import Inflating

/// Files of the site, as they stand there now.
public struct SiteAnswers: Sendable {
  private let folder: ServedFolder
  private let compressed = Compressed()

  /// Larger ones go out as they are: to compress them would take long, and all of it in memory.
  private static let mostCompressed = 4 << 20
  private static let leastCompressed = 512

  public init(_ folder: ServedFolder) { self.folder = folder }

  func answer(_ path: SitePath, _ request: HTTPRequest) throws(Refusal) -> HTTPAnswer {
    // Where the site is written, what is not whole yet has such a name.
    guard !path.names.contains(where: { $0.hasPrefix(".") }) else { throw .noPage }
    switch folder.look(path.isFolder ? path.names + ["index.html"] : path.names) {
    case .file(let file):
      let names = path.isFolder ? path.names + ["index.html"] : path.names
      return answer(file, names, request)
    case .folder:
      guard !path.isFolder, case .file = folder.look(path.names + ["index.html"]) else { throw .noPage }
      var there = path
      there.isFolder = true
      return HTTPAnswer(301, [("Location", there.address)] + ContentPolicy.headers())
    case .nothing where path.names.isEmpty || path.names == ["index.html"]:
      throw Refusal(404, "There are no pages yet: integrations make them, and so does `bothy render`.")
    case .nothing: throw .noPage
    }
  }

  /// A page with what somebody may do put into it; nil where it is no such page, or cannot be had whole.
  func filled(
    _ path: SitePath, _ request: HTTPRequest, with bar: (ServedPage.Subject) -> String
  ) -> HTTPAnswer? {
    let names = path.isFolder ? path.names + ["index.html"] : path.names
    guard let subject = ServedPage.Subject(names), !names.contains(where: { $0.hasPrefix(".") }),
      case .file(let file) = folder.look(names), file.size <= Self.mostCompressed, let page = file.bytes()
    else { return nil }
    var body = ServedPage.filled(page, with: bar(subject))
    var headers = ContentPolicy.headers(policy: ContentPolicy.withForms)
    headers += [
      ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "private, no-store"),
      ("Vary", "Cookie, Accept-Encoding"),
    ]
    if Compressed.isTaken(request.header("accept-encoding")), let small = gzipped(body) {
      body = small
      headers.append(("Content-Encoding", "gzip"))
    }
    return HTTPAnswer(200, headers, .bytes(body))
  }

  /// The address of the site's style, for pages that are in no folder.
  var style: String? {
    let assets = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/assets")) ?? []
    return assets.filter { $0.hasSuffix(".css") }.sorted().last.map { "/assets/" + SitePath.encoded($0) }
  }

  func answer(
    _ file: ServedFile, _ names: [String], _ request: HTTPRequest, mayCompress: Bool = true
  ) -> HTTPAnswer {
    // Below the pages of an integration; a bot or a folder of sources may have any name.
    let isForeign = names.count > 4 && ["attachments", "archive"].contains(names[3])
    let name = names.last ?? ""
    let kind = ContentKind(name: name, isForeign: isForeign)
    let isBadge = name == "badge.svg"
    let wantsPart = request.header("range") != nil
    let isSmaller =
      mayCompress && kind.isText && !wantsPart && Self.leastCompressed...Self.mostCompressed ~= file.size
    let small =
      isSmaller && Compressed.isTaken(request.header("accept-encoding"))
      ? compressed.bytes(file.mark, of: file.bytes) : nil
    let marks = Marks(mark: file.mark, modified: file.modified, isCompressed: small != nil)
    var headers = ContentPolicy.headers(isForeign: isForeign, isForAll: isBadge)
    headers += [
      ("Content-Type", kind.type), ("ETag", marks.tag), ("Last-Modified", marks.modified),
      // What is asked for again costs no more than the question. A style is named after what is in it.
      (
        "Cache-Control",
        names.count == 2 && names[0] == "assets" ? "max-age=31536000" : "no-cache"
      ),
      ("Accept-Ranges", "bytes"),
    ]
    if kind.isText { headers.append(("Vary", "Accept-Encoding")) }
    let isKnown = marks.isKnown(to: request)
    if let small {
      return HTTPAnswer(isKnown ? 304 : 200, headers + [("Content-Encoding", "gzip")], .bytes(small))
    }
    // Its body is not sent, only how large it would be.
    if isKnown { return HTTPAnswer(304, headers, .file(file, from: 0, count: file.size)) }
    let range = marks.allowsPart(request) ? ByteRange(request.header("range"), of: file.size) : .whole
    switch range {
    case .whole: return HTTPAnswer(200, headers, .file(file, from: 0, count: file.size))
    case .part(let part):
      headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"))
      return HTTPAnswer(206, headers, .file(file, from: part.lowerBound, count: part.count))
    case .none:
      return HTTPAnswer(416, ContentPolicy.headers() + [("Content-Range", "bytes */\(file.size)")])
    }
  }
}
