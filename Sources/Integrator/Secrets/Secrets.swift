import Explaining
import Files
import Foundation
import Processes

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

  var masking: Masking { masking(besides: []) }

  /// - Parameter places: paths of Bothy's own, in which a secret may be a word that everybody knows.
  func masking(besides places: [String]) -> Masking {
    let spelled = masked.map { SpelledSecret($0) }
    let wrapped = spelled.flatMap { $0.base64 + $0.hexadecimal }
    return Masking(
      printed, wrapped: Set(wrapped).sorted { $0.count > $1.count },
      folded: Set(spelled.flatMap(\.folded)).sorted { $0.count > $1.count },
      besides: places)
  }

  /// Those that are not masked: with those that are too short half the log would be asterisks, and with those
  /// that tools say themselves nobody could read what they say.
  public var unmasked: [String] { values.filter { !Self.isMasked($0.value) }.keys.sorted() }

  public var tooCommon: [String] { unmasked.filter { values[$0].map(Self.isShort) == false } }

  private static func isShort(_ value: String) -> Bool { value.utf8.count < fewest }
  private static func isMasked(_ value: String) -> Bool {
    !isShort(value) && !SwiftsWords.holds(value) && !SwiftsWords.isOfDate(value)
  }

  /// What each is called, and as what it may stand in a file, as long as it cannot stand there by chance.
  var traces: [(name: String, spellings: [[UInt8]])] {
    values.filter { SpelledSecret.isTelling($0.value) }.sorted { $0.key < $1.key }.map { name, value in
      let spelled = SpelledSecret(value)
      return (name, Secrets(values: [name: value]).printed + spelled.base64 + spelled.hexadecimal)
    }
  }

  /// Those of which nobody could tell whether they stand in a program.
  var untraced: [String] { values.filter { !SpelledSecret.isTelling($0.value) }.keys.sorted() }

  private static let fewest = 4

  private var masked: [String] { values.values.filter(Self.isMasked) }

  /// As they may be printed, as JSON writes them, and as addresses spell them.
  private var printed: [[UInt8]] {
    let texts = masked
    let plain = JSONEncoder()
    plain.outputFormatting = .withoutEscapingSlashes
    let json = texts.flatMap { text in [JSONEncoder(), plain].compactMap { try? $0.encode([text]) } }
      .map { Array($0.dropFirst(2).dropLast(2)) }
    // As Swift writes a text in quotes, by itself and in JSON.
    let quoted = texts.map { String($0.debugDescription.dropFirst().dropLast()) }.filter {
      !texts.contains($0)
    }
    let both =
      quoted
      + quoted.compactMap { text in
        (try? plain.encode([text])).map { String(decoding: $0.dropFirst(2).dropLast(2), as: UTF8.self) }
      }
    // One with the sign that addresses spell others with may be spelled itself.
    let twice = texts.map { text in text.utf8.flatMap { SpelledSecret.percents($0) } }
    return Set((texts + both).map { Array($0.utf8) } + json + twice).sorted { $0.count > $1.count }
  }
}

/// Masks bytes that come in pieces: no piece is handed on while a secret could go on in the next.
struct MaskingStream {
  private let masking: Masking
  private let isJSON: Bool
  private var pending: [UInt8] = []
  /// The last of what was handed on, as long as a path may be that goes on here.
  private var before: [UInt8] = []
  /// Signs of base64 right before it.
  private var run = 0

  /// What comes without end between two letters of a secret is not waited for.
  private static let mostHeld = 1 << 16

  init(_ masking: Masking, isJSON: Bool = false) { (self.masking, self.isJSON) = (masking, isJSON) }

  mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard !masking.isIdle else { return body(bytes) }
    pending.append(contentsOf: bytes)
    let found = masking.find(in: pending, after: before, isWhole: false, isJSON: isJSON, run: run)
    guard pending.count - found.held <= Self.mostHeld else { return finish(body) }
    hand(on: found.held, found.places, body)
  }

  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    let found = masking.find(in: pending, after: before, isWhole: true, isJSON: isJSON, run: run)
    hand(on: pending.count, found.places, body)
  }

  private mutating func hand(on count: Int, _ places: [Int], _ body: (UnsafeRawBufferPointer) -> Void) {
    for byte in pending[..<count] { run = SpelledSecret.isBase64[Int(byte)] ? run + 1 : 0 }
    before = masking.kept(before, pending[..<count])
    for place in places { pending[place] = Masking.asterisk }
    if count > 0 { pending.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) } }
    pending.removeFirst(count)
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
