import Words

/// A name that must not be mistaken for another kind of name.
public protocol Name: RawRepresentable<String>, Codable, Hashable, Comparable, Sendable,
  CustomStringConvertible, ExpressibleByStringLiteral
{
  init(_ text: String)
}

extension Name {
  public init(rawValue: String) { self.init(rawValue) }
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { rawValue }

  public static func == (a: Self, b: Self) -> Bool { ExactText(a.rawValue) == ExactText(b.rawValue) }
  public static func < (a: Self, b: Self) -> Bool { ExactText(a.rawValue) < ExactText(b.rawValue) }
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(rawValue)) }
}

/// The stem of a bot's file, or `local-<folder>` for what `bothy run` integrates.
public struct BotID: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }

  /// Whether it may be part of paths, addresses and command lines.
  public var isFit: Bool {
    let isAllowed = rawValue.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "._-+".unicodeScalars.contains($0)
        || $0.properties.generalCategory == .nonspacingMark
    }
    // A sign with an accent upon it is another Character, and begins an option all the same.
    let isOption = rawValue.unicodeScalars.first.map { "-.+".unicodeScalars.contains($0) } ?? true
    return isAllowed && 1...Self.mostBytes ~= rawValue.utf8.count && !isOption
  }

  public static let mostBytes = 100
}

/// The forty hexadecimal digits of a commit.
public struct CommitID: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
  public var short: String { String(rawValue.prefix(8)) }
}

/// A branch without `refs/heads/`.
public struct BranchName: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// One test function: `Target.Suite/name`.
public struct TestID: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }

  /// Of several functions of Swift Testing with one name, each is known by its file, and in one file by its
  /// number there: `T.over(_:)/S.swift#2`. Lines move too easily. `number` counts from 1; nil where it is the
  /// only one of its file.
  public init(_ name: String, file: String, number: Int?) {
    rawValue = "\(name)/\(file)" + (number.map { "#\($0)" } ?? "")
  }

  /// The part that Swift Testing's own id begins with, and what stands behind it there.
  public var stem: (text: String, end: Character) {
    let end = rawValue.lastIndex(of: "#").flatMap { Int(rawValue[$0...].dropFirst()) == nil ? nil : $0 }
    let text = rawValue[..<(end ?? rawValue.endIndex)]
    return text.hasSuffix(".swift") && text.contains("/") ? (String(text), ":") : (rawValue, "/")
  }
}

/// A path relative to the package's folder, with `/` between its parts.
public struct PackagePath: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// What makes two findings of two integrations the same issue.
public struct IssueIdentity: Name {
  public let rawValue: String
  public init(_ text: String) { rawValue = text }
}

/// Numbered per bot from 1, never reused.
public struct IntegrationNumber: RawRepresentable, Codable, Hashable, Comparable, Sendable,
  CustomStringConvertible, ExpressibleByIntegerLiteral
{
  public let rawValue: Int
  public var value: Int { rawValue }
  public init(rawValue: Int) { self.rawValue = rawValue }
  public init(_ value: Int) { rawValue = value }
  public init(integerLiteral value: Int) { rawValue = value }
  public var description: String { "#\(value)" }
  public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}
