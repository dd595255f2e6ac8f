import Coverage
import Explaining
import Formats
import Foundation
import Model
import Words

/// Puts an asterisk in the place of each byte of a secret, as it is and in its other spellings.
struct Masking: Sendable {
  private let search: SpellingSearch

  static let none = Masking([])

  init(_ spellings: some Sequence<[UInt8]>) { search = SpellingSearch(spellings) }

  var isIdle: Bool { search.isEmpty }

  func masked(_ text: String) -> String {
    isIdle ? text : String(decoding: masked(Array(text.utf8)), as: UTF8.self)
  }

  func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard !isIdle else { return bytes }
    var result = bytes
    for place in search.find(in: bytes, isWhole: true).places { result.mask(place) }
    return result
  }

  /// The bytes that can be handed on, masked, and the others: a secret may begin there.
  func masked(beginning bytes: [UInt8]) -> (masked: [UInt8], rest: [UInt8]) {
    let (places, end) = search.find(in: bytes, isWhole: false)
    var result = Array(bytes[..<end])
    for place in places { result.mask(place) }
    return (result, Array(bytes[end...]))
  }
}

extension [UInt8] {
  fileprivate mutating func mask(_ place: Range<Int>) {
    for index in place { self[index] = UInt8(ascii: "*") }
  }
}

// MARK: What is published

extension Masking {
  /// JSON with its texts masked, but not the names of its members and its numbers.
  func masked(json bytes: [UInt8]) -> [UInt8] {
    guard !isIdle else { return bytes }
    var result = bytes
    let quote = UInt8(ascii: "\"")
    var at = 0
    while let start = bytes[at...].firstIndex(of: quote) {
      var end = start + 1
      while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      guard end < bytes.count else { break }
      at = end + 1
      if bytes[at...].first(where: { !" \n\t\r".utf8.contains($0) }) == UInt8(ascii: ":") { continue }
      for place in search.find(in: Array(bytes[(start + 1)..<end]), isWhole: true).places {
        let place = place.lowerBound + start + 1..<place.upperBound + start + 1
        // The letter of an escape is none of a secret's.
        let isEscape =
          bytes[..<place.lowerBound].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
        if !isEscape { result.mask(place) }
      }
    }
    return result
  }

  /// The last thing before a report is kept. Throws where it could not be read again: then nothing of it may
  /// be published.
  func masked(_ report: Report) throws -> Report {
    guard !isIdle else { return report }
    let bytes = ReportJSON.encode(report)
    let masked = masked(json: bytes)
    if masked == bytes { return report }
    guard var one = try? ReportJSON.decode(masked), ReportJSON.encode(one) == masked else {
      throw Explanation(
        doing: "masking the report",
        wrong: "the value of a secret is one of the words that Bothy writes itself",
        advice: "give the secret another value")
    }
    (one.bot, one.integration, one.toolchain) = (report.bot, report.integration, report.toolchain)
    if let commit = report.commit {
      one.commit?.id = commit.id
      one.commit?.branch = commit.branch
    }
    for (index, commit) in report.commits.enumerated() where index < one.commits.count {
      (one.commits[index].id, one.commits[index].branch) = (commit.id, commit.branch)
    }
    return one
  }

  /// Files and functions may be called like a secret.
  func masked(_ detail: CoverageDetail) -> CoverageDetail {
    CoverageDetail(
      files: detail.files.map { file in
        var file = file
        file.path = PackagePath(masked(file.path.rawValue))
        for index in file.functions.indices {
          file.functions[index].name = masked(file.functions[index].name)
        }
        return file
      })
  }
}

extension Report {
  /// What is left of one that cannot be masked: nothing that anything printed.
  func withheld(because error: any Error) -> Report {
    let told = Explanation(error, doing: "masking the report")
    var report = Report(
      bot: bot, integration: integration, result: .internalError,
      reason: "The report was not kept, because \(told.wrong): \(told.advice)", commit: nil,
      toolchain: toolchain,
      configuration: configuration, queued: queued, started: started)
    (report.ended, report.seconds) = (ended, seconds)
    return report
  }
}
