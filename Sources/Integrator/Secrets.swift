import Explaining
import Files
import Foundation
import Processes

/// The secrets of a bot: known to its processes, never to a log, a report or an export.
public struct Secrets: Equatable, Sendable {
  public let values: [String: String]

  public static let none = Secrets(values: [:])

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
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.drop { $0 == " " }
      guard !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") else { continue }
      known[text[..<equals].trimmingCharacters(in: .whitespaces)] = String(text[text.index(after: equals)...])
    }
    let missing = names.filter { known[$0] == nil }
    guard missing.isEmpty else {
      throw Explanation(
        doing: doing, wrong: "it has no \(missing.joined(separator: ", "))",
        advice: "add a line NAME=value for each, or take it out of `secrets:` in the bot file")
    }
    return Secrets(values: known.filter { names.contains($0.key) })
  }

  /// As they may be printed, and as JSON writes them. What is very short would mask half the log.
  var printed: [[UInt8]] {
    let texts = values.values.filter { $0.utf8.count >= 4 }
    let json = texts.compactMap { try? JSONEncoder().encode([$0]) }.map { Array($0.dropFirst(2).dropLast(2)) }
    return Set(texts.map { Array($0.utf8) } + json).sorted { $0.count > $1.count }
  }
}

/// Masks secrets in bytes that come in pieces: no piece is handed on while a secret could go on in the next.
struct MaskingStream {
  private let secrets: [[UInt8]]
  private let longest: Int
  private var pending: [UInt8] = []

  init(_ secrets: [[UInt8]]) {
    self.secrets = secrets
    longest = secrets.map(\.count).max() ?? 0
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard longest > 0 else { return body(bytes) }
    pending.append(contentsOf: bytes)
    let masked = pending.withUnsafeBytes { Masking.masked($0, secrets: secrets) }
    // A secret has no newline in it, so that what ends a line can go at once.
    let line = masked.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let ready = max(line, masked.count - longest + 1, 0)
    guard ready > 0 else { return }
    masked.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<ready])) }
    pending = Array(masked[ready...])
  }

  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    pending.withUnsafeBytes { if !$0.isEmpty { body($0) } }
    pending = []
  }
}

enum Masking {
  static func masked(_ bytes: [UInt8], secrets: [[UInt8]]) -> [UInt8] {
    secrets.isEmpty ? bytes : bytes.withUnsafeBytes { masked($0, secrets: secrets) }
  }

  /// The bytes with each secret replaced by asterisks of the same length.
  static func masked(_ bytes: UnsafeRawBufferPointer, secrets: [[UInt8]]) -> [UInt8] {
    var result = [UInt8](bytes)
    for secret in secrets {
      var at = 0
      while at + secret.count <= result.count {
        if result[at] == secret[0], result[at..<(at + secret.count)].elementsEqual(secret) {
          for index in at..<(at + secret.count) { result[index] = UInt8(ascii: "*") }
          at += secret.count
        } else {
          at += 1
        }
      }
    }
    return result
  }
}

/// Stands before an observer, so that neither the log nor a report ever sees a secret.
final class MaskingObserver<Inner: ProcessObserver>: ProcessObserver {
  private let inner: Inner
  private var streams: [MaskingStream]

  init(_ inner: Inner, secrets: [[UInt8]]) {
    self.inner = inner
    streams = [MaskingStream(secrets), MaskingStream(secrets)]
  }

  func started(_ process: ProcessIdentity) { inner.started(process) }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    streams[stream == .standardOutput ? 0 : 1].add(bytes) { inner.received($0, from: stream) }
  }

  func check(elapsed: Double) -> String? { inner.check(elapsed: elapsed) }

  func finish() {
    streams[0].finish { inner.received($0, from: .standardOutput) }
    streams[1].finish { inner.received($0, from: .standardError) }
  }
}
