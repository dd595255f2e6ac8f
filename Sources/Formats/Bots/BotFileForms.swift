import Foundation
import Model
import YAML

/// The ways in which values of a bot file are written.
extension Form {
  /// A further condition on the value: gives what is wrong with it, or nothing.
  func checked(_ wrong: @escaping (Value) -> String?) -> Self {
    var form = self
    form.read = { node, findings in
      guard let value = read(node, &findings) else { return nil }
      guard let advice = wrong(value) else { return value }
      findings.reject(node, advice)
      return nil
    }
    return form
  }

  func map<Other>(_ transform: @escaping (Value) -> Other) -> Form<Other> {
    Form<Other>(words: words, read: { read($0, &$1).map(transform) }, keys: keys)
  }

  /// A list; all its items are looked at before it fails.
  func list(_ words: String, such example: String) -> Form<[Value]> {
    Form<[Value]>(
      words: words,
      read: { node, findings in
        if node.isEmpty { return [] }
        guard case .sequence(let items) = node.content else {
          findings.reject(node, "it takes \(words), such as \(example)")
          return nil
        }
        let values = items.map { read($0, &findings) }
        return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
      }, keys: { keys($0 + "[]") })
  }
}

extension Form {
  /// What one scalar says; `advice` is told of anything else.
  static func scalar(
    _ words: String, advice: String? = nil, _ read: @escaping (Node.Scalar) -> Value?
  ) -> Self {
    Form(words: words) { node, findings in
      if case .scalar(let scalar) = node.content, let value = read(scalar) { return value }
      findings.reject(node, advice ?? "it takes \(words)")
      return nil
    }
  }
}

extension Form where Value == String {
  /// As written, whatever it looks like.
  static func raw(_ words: String) -> Self {
    Form(words: words) { node, findings in
      guard case .scalar(let scalar) = node.content else {
        findings.reject(node, "it takes \(words)")
        return nil
      }
      guard !scalar.text.unicodeScalars.contains("\0") else {
        findings.reject(node, "a NUL character cannot stand here")
        return nil
      }
      return scalar.text
    }
  }

  /// What YAML would take for a number or a truth value must be in quotes, lest 1.10 be meant as 1.1.
  static func text(_ words: String) -> Self {
    Form(words: words) { node, findings in
      if node.isEmpty {
        findings.reject(node, "it takes \(words)")
        return nil
      }
      if case .scalar(let scalar) = node.content, scalar.isPlain, let kind = otherKind(of: scalar.text) {
        findings.reject(node, "without quotes that is \(kind): write \"\(scalar.text)\"")
        return nil
      }
      guard let text = raw(words).read(node, &findings) else { return nil }
      guard !text.allSatisfy(\.isWhitespace) else {
        findings.reject(node, "it takes \(words)")
        return nil
      }
      return text
    }
  }

  static func line(_ words: String) -> Self {
    text(words).checked { text in
      text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
        ? "it takes one line without control characters" : nil
    }
  }

  private static func otherKind(of text: String) -> String? {
    if truth(of: text, words: ["true"], ["false"]) != nil { return "a truth value" }
    return WrittenNumber.isOne(text) ? "a number" : nil
  }
}

/// What YAML takes for a number. By hand: a thousand bot files are read at once, and a pattern costs more
/// than the rest of a file.
private enum WrittenNumber {
  static func isOne(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    if rest.starts(with: "0x".utf8) { return isAll(rest.dropFirst(2), among: "0123456789abcdefABCDEF") }
    if rest.starts(with: "0o".utf8) { return isAll(rest.dropFirst(2), among: "01234567") }
    skipSign(&rest)
    let before = skip(&rest, among: "0123456789_", first: digits)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let after = before == 0 ? skip(&rest, among: digits) : skip(&rest, among: "0123456789_")
      guard before > 0 || after > 0 else { return false }
    } else if before == 0 {
      return false
    }
    guard let letter = rest.popFirst() else { return true }
    guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
    skipSign(&rest)
    return isAll(rest, among: digits)
  }

  private static let digits: StaticString = "0123456789"

  private static func skipSign(_ rest: inout Substring.UTF8View) {
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
  }

  private static func isAll(_ rest: Substring.UTF8View, among allowed: StaticString) -> Bool {
    !rest.isEmpty && rest.allSatisfy { contains(allowed, $0) }
  }

  /// How many of these stand next; the first of them may be one of `first` only.
  private static func skip(
    _ rest: inout Substring.UTF8View, among allowed: StaticString, first: StaticString? = nil
  ) -> Int {
    if let first, let byte = rest.first, !contains(first, byte) { return 0 }
    var count = 0
    while let byte = rest.first, contains(allowed, byte) {
      rest.removeFirst()
      count += 1
    }
    return count
  }

  private static func contains(_ allowed: StaticString, _ byte: UInt8) -> Bool {
    allowed.withUTF8Buffer { $0.contains(byte) }
  }
}

private func truth(of text: String, words yes: [String], _ no: [String]) -> Bool? {
  let lower = text.lowercased()
  let isYes = yes.contains(lower)
  guard isYes || no.contains(lower) else { return nil }
  return [lower, lower.uppercased(), lower.capitalized].contains(text) ? isYes : nil
}

extension Form where Value == Bool {
  static var flag: Self {
    scalar("true or false", advice: "it takes true or false, without quotes") {
      $0.isPlain ? truth(of: $0.text, words: ["true", "yes", "on"], ["false", "no", "off"]) : nil
    }
  }
}

extension Form where Value: CaseIterable & RawRepresentable<String> {
  /// One of a few words.
  static var choice: Self {
    let names = Value.allCases.map(\.rawValue)
    let words = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    return Form(words: words) { node, findings in
      guard case .scalar(let scalar) = node.content, !node.isEmpty else {
        findings.reject(node, "it takes \(words)")
        return nil
      }
      if let value = Value(rawValue: scalar.text) { return value }
      let near = MeantKey.near(scalar.text, among: names)
      findings.reject(node, near.map { "did you mean `\($0)`?" } ?? "it takes \(words)")
      return nil
    }
  }
}

extension Form where Value == Double {
  static var duration: Self {
    scalar(DurationText.words, advice: "it takes \(DurationText.words), more than 0") {
      DurationText.read($0.text).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  static func number(upTo limit: Double) -> Self {
    let words = "a number above 0 without quotes, at most \(limit.formatted(.number.grouping(.never)))"
    return scalar(words) { scalar in
      guard scalar.isPlain, scalar.text.allSatisfy({ $0 == "." || ("0"..."9").contains($0) }),
        let value = Double(scalar.text), value > 0, value <= limit
      else { return nil }
      return value
    }
  }
}

extension Form where Value == Int {
  static func count(_ range: ClosedRange<Int>) -> Self {
    let words = "a whole number without quotes, from \(range.lowerBound) to \(range.upperBound)"
    return scalar(words) { scalar in
      guard scalar.isPlain, scalar.text.allSatisfy({ ("0"..."9").contains($0) }),
        let value = Int(scalar.text), range.contains(value)
      else { return nil }
      return value
    }
  }
}

extension Form where Value == ProcessCount {
  static var processes: Self {
    let range = 1...TestSharing.mostProcesses
    return scalar("auto or a whole number without quotes, from 1 to \(range.upperBound)") { scalar in
      if scalar.text == "auto" { return .auto }
      guard scalar.isPlain, scalar.text.allSatisfy({ ("0"..."9").contains($0) }),
        let value = Int(scalar.text), range.contains(value)
      else { return nil }
      return .number(value)
    }
  }
}
