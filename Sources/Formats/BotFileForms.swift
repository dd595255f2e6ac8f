import Foundation
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
      text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        ? "it takes one line without control characters" : nil
    }
  }

  private static func otherKind(of text: String) -> String? {
    if truth(of: text, words: ["true"], ["false"]) != nil { return "a truth value" }
    // Nearly every text is told from a number by its first character.
    guard let first = text.utf8.first, first < 0x3A, !text.hasPrefix("/") else { return nil }
    let number = #"[-+]?([0-9][0-9_]*(\.[0-9_]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?|0x[0-9a-fA-F]+|0o[0-7]+"#
    return text.wholeMatch(of: pattern(number)) == nil ? nil : "a number"
  }

  private static func pattern(_ text: String) -> Regex<AnyRegexOutput> {
    guard let regex = try? Regex(text) else { preconditionFailure("the pattern of numbers is a constant") }
    return regex
  }
}

private func truth(of text: String, words yes: [String], _ no: [String]) -> Bool? {
  let lower = text.lowercased()
  guard [lower, lower.uppercased(), lower.capitalized].contains(text) else { return nil }
  return yes.contains(lower) ? true : no.contains(lower) ? false : nil
}

extension Form where Value == Bool {
  static var flag: Self {
    let words = "true or false"
    return Form(words: words) { node, findings in
      if case .scalar(let scalar) = node.content, scalar.isPlain,
        let value = truth(of: scalar.text, words: ["true", "yes", "on"], ["false", "no", "off"])
      {
        return value
      }
      findings.reject(node, "it takes true or false, without quotes")
      return nil
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
      let near = Nearest.word(to: scalar.text, among: names)
      findings.reject(node, near.map { "did you mean `\($0)`?" } ?? "it takes \(words)")
      return nil
    }
  }
}

extension Form where Value == Double {
  static var duration: Self {
    Form(words: DurationText.words) { node, findings in
      if case .scalar(let scalar) = node.content, let seconds = DurationText.read(scalar.text), seconds > 0 {
        return seconds
      }
      findings.reject(node, "it takes \(DurationText.words), more than 0")
      return nil
    }
  }

  static func number(upTo limit: Double) -> Self {
    let words = "a number above 0 without quotes, at most \(limit.formatted(.number.grouping(.never)))"
    return Form(words: words) { node, findings in
      if case .scalar(let scalar) = node.content, scalar.isPlain,
        scalar.text.allSatisfy({ $0 == "." || ("0"..."9").contains($0) }), let value = Double(scalar.text),
        value > 0, value <= limit
      {
        return value
      }
      findings.reject(node, "it takes \(words)")
      return nil
    }
  }
}

extension Form where Value == Int {
  static func count(_ range: ClosedRange<Int>) -> Self {
    let words = "a whole number without quotes, from \(range.lowerBound) to \(range.upperBound)"
    return Form(words: words) { node, findings in
      if case .scalar(let scalar) = node.content, scalar.isPlain,
        scalar.text.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(scalar.text),
        range.contains(value)
      {
        return value
      }
      findings.reject(node, "it takes \(words)")
      return nil
    }
  }
}
