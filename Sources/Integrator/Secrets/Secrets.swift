import Explaining
import Files
import Foundation
import Processes
import Words

/// The secrets of a bot: known to its processes, never to a log, a report or an export.
public struct Secrets: Equatable, Sendable {
  public let values: [String: String]

  public static let none = Secrets(values: [:])

  public init(values: [String: String]) { self.values = values }

  /// `KEY=VALUE` lines in a file that only its owner may read; every named secret must be there.
  public static func read(_ names: [String], from file: String) throws -> Secrets {
    guard !names.isEmpty else { return none }
    let doing = "reading the secrets in \(file)"
    guard let bytes = contents(of: file), let facts = FileFacts(file) else {
      throw Explanation(
        doing: doing, wrong: "there is no such file, or it can't be read",
        advice:
          "write a line NAME=value for each of \(names.joined(separator: ", ")) there, then chmod 600 it")
    }
    guard facts.mode & 0o077 == 0 else {
      throw Explanation(
        doing: doing, wrong: "others than its owner may read it", advice: "chmod 600 \(file)")
    }
    var known: [String: String] = [:]
    for case .named(let name, let value) in lines(of: bytes) { known[name] = value }
    let missing = names.filter { known[$0] == nil }
    guard missing.isEmpty else {
      throw Explanation(
        doing: doing, wrong: "it has no \(missing.joined(separator: ", "))",
        advice: "add a line NAME=value for each, or take it out of `secrets:` in the bot file")
    }
    return Secrets(values: known.filter { names.contains($0.key) })
  }

  private enum Line {
    case named(String, String)
    /// Nothing, or a comment.
    case quiet
    case stray
  }

  private static func lines(of bytes: [UInt8]) -> [Line] {
    String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    )
    .map { line in
      let text = line.drop { $0 == " " }
      guard !text.isEmpty, !text.hasPrefix("#") else { return .quiet }
      guard let equals = text.firstIndex(of: "=") else { return .stray }
      let name = text[..<equals].trimmingCharacters(in: .whitespaces)
      return .named(name, String(text[text.index(after: equals)...]))
    }
  }

  /// The first line that gives no name a value, as the second one of a key does that stands there as it is;
  /// counted from 1.
  public static func strayLine(in file: String) -> Int? {
    lines(of: contents(of: file) ?? []).firstIndex { line in
      switch line {
      case .named(let name, _): !isName(name)
      case .quiet: false
      case .stray: true
      }
    }.map { $0 + 1 }
  }

  private static func isName(_ text: String) -> Bool {
    text.first?.isNumber == false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Why they cannot be had; nil when they can.
  public static func problem(_ names: [String], in file: String) -> String? {
    do {
      _ = try read(names, from: file)
      return nil
    } catch {
      let told = Explanation(error)
      return "\(told.doing): \(told.wrong): \(told.advice)"
    }
  }

  /// With asterisks in the place of each.
  public func masked(_ text: String) -> String { masking.masked(text) }

  var masking: Masking { Masking(values.values.flatMap(Self.spellings)) }

  /// Why a value cannot be a secret: it would be masked where it is none, or found where it is not.
  public func refusal() -> String? {
    let short = values.filter { $0.value.utf8.count < Self.fewest }.keys.sorted()
    if let name = short.first {
      return "the value of \(name) has less than \(Self.fewest) letters, too few to be masked"
    }
    let numbers = values.filter { $0.value.allSatisfy { $0.isNumber || $0 == "." } }.keys.sorted()
    return numbers.first.map { "the value of \($0) is a number, as times and sizes are" }
  }

  /// The same, also where one is in the package's own text: it would be masked wherever that is shown.
  func refusal(in checkout: String) throws -> String? {
    guard !values.isEmpty else { return nil }
    if let refusal = refusal() { return refusal }
    let names = values.keys.sorted()
    let search = ByteSearch(names.map { ByteSearch.Wanted(Array(values[$0, default: ""].utf8)) })
    for file in FileTree.names(below: checkout, skipping: [".git", ".build"]) {
      let path = checkout + "/" + file
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
      guard !isLink, FileFacts(path)?.isRegular == true else { continue }
      let found = search.found(in: Array(path.utf8)).union(try search.found(inFile: path))
      if let first = found.min() { return "the value of \(names[first]) is in the package's own \(file)" }
    }
    return nil
  }

  private static let fewest = 8

  /// What each is called, and as what it may be in a file.
  var traces: [(name: String, spellings: [[UInt8]])] {
    values.sorted { $0.key < $1.key }.map { ($0.key, Self.spellings($0.value)) }
  }

  /// As it is, as JSON and Swift write it, percent-encoded as addresses are, and in base64.
  private static func spellings(_ value: String) -> [[UInt8]] {
    let plain = JSONEncoder()
    plain.outputFormatting = .withoutEscapingSlashes
    func json(_ text: String) -> [[UInt8]] {
      [JSONEncoder(), plain].compactMap { try? $0.encode([text]) }.map { Array($0.dropFirst(2).dropLast(2)) }
    }
    let quoted = String(value.debugDescription.dropFirst().dropLast())
    let ascii = CharacterSet(charactersIn: "\u{0}"..."\u{7f}")
    let sets: [CharacterSet] = [.alphanumerics, .urlQueryAllowed, .urlPathAllowed, .urlUserAllowed]
    let percent = (sets + sets.map { $0.intersection(ascii) }).compactMap {
      value.addingPercentEncoding(withAllowedCharacters: $0)
    }
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    let addresses =
      percent
      + [letters, letters + "/"].compactMap {
        value.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: $0))
      }
    let texts = [value, quoted] + addresses + addresses.map { $0.replacing("%20", with: "+") }
    return texts.map { Array($0.utf8) } + json(value) + json(quoted) + base64(Array(value.utf8))
  }

  /// In the three ways in which it can be among other bytes, without the signs that it shares with these.
  private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).flatMap { shift -> [[UInt8]] in
      let encoded = Array(Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().utf8)
      let padding = encoded.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      let first = shift == 0 ? 0 : shift + 1
      let last = encoded.count - padding - (padding > 0 ? 1 : 0)
      guard last - first >= fewest else { return [] }
      let own = encoded[first..<last]
      let ofAddresses = own.map {
        $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
      return [Array(own), ofAddresses]
    }
  }
}

/// Masks bytes that come in pieces: no piece is handed on while a secret could go on in the next.
struct MaskingStream {
  private let masking: Masking
  private var pending: [UInt8] = []

  init(_ masking: Masking) { self.masking = masking }

  mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard !masking.isIdle else { return body(bytes) }
    let (masked, rest) = masking.masked(beginning: pending + bytes)
    pending = rest
    if !masked.isEmpty { masked.withUnsafeBytes(body) }
  }

  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    let masked = masking.masked(pending)
    pending = []
    if !masked.isEmpty { masked.withUnsafeBytes(body) }
  }
}

/// Stands before an observer, so that neither the log nor a report ever sees a secret.
final class MaskingObserver<Inner: ProcessObserver>: ProcessObserver {
  private let inner: Inner
  private var streams: [MaskingStream]

  init(_ inner: Inner, _ masking: Masking) {
    self.inner = inner
    streams = [MaskingStream(masking), MaskingStream(masking)]
  }

  func started(_ process: ProcessIdentity, output: String?) { inner.started(process, output: output) }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    streams[stream == .standardOutput ? 0 : 1].add(bytes) { inner.received($0, from: stream) }
  }

  func check(elapsed: Double) -> String? { inner.check(elapsed: elapsed) }

  func finish() {
    streams[0].finish { inner.received($0, from: .standardOutput) }
    streams[1].finish { inner.received($0, from: .standardError) }
  }
}
