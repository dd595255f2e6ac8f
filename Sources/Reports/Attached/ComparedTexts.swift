import Model
import Words

/// Two files of text that a test left, told as one.
enum ComparedTexts {
  case difference(ToldDifference)
  /// Why no difference is shown.
  case note(String)

  /// Of each file, and of all that are told on one page.
  static let mostBytes = 64 << 10
  static let mostInAll = 256 << 10

  /// Nil where one of them is no text.
  init?(_ reference: [UInt8], _ failed: [UInt8]) {
    guard var first = Self.lines(reference), var second = Self.lines(failed) else { return nil }
    // That both end their last line says nothing.
    if first.count > 1, second.count > 1, first.last == "", second.last == "" {
      first.removeLast()
      second.removeLast()
    }
    if reference == failed {
      self = .note("Both are the same.")
    } else if let told = LineDifference.whole(first, second) {
      let isSeen = told.lines.contains { $0.kind != .same }
      // To Swift an accent is the same, whether it is a part of its letter or stands behind it.
      self =
        isSeen ? .difference(told) : .note("They differ in nothing but how the same letters are encoded.")
    } else {
      self = .note("Too much differs to be shown here.")
    }
  }

  /// By the path of the reference, for as many as there is room for. What is a picture, or too large, is not
  /// read.
  static func all(_ groups: some Sequence<ComparedFiles>, in input: SiteInput) -> [String: ComparedTexts] {
    var left = mostInAll
    var all: [String: ComparedTexts] = [:]
    for group in groups {
      guard let pair = group.pair, all[pair.reference] == nil else { continue }
      let sizes = [pair.reference, pair.failed].map { ($0, input.bytes[$0] ?? 0) }
      let bytes = sizes.reduce(0) { $0 + $1.1 }
      guard !sizes.contains(where: { $0.1 > mostBytes || Pictures.isOne($0.0, $0.1) }), bytes <= left,
        let first = input.attached(pair.reference), let second = input.attached(pair.failed),
        let told = ComparedTexts(first, second)
      else { continue }
      left -= bytes
      all[pair.reference] = told
    }
    return all
  }

  private static func lines(_ bytes: [UInt8]) -> [String]? {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension ComparedFiles {
  fileprivate var pair: (reference: String, failed: String)? {
    guard let reference = files[.reference], let failed = files[.failed] else { return nil }
    return (reference.path, failed.path)
  }
}
