public import Foundation

/// Somebody who is known by a name.
public struct Person: Codable, Equatable, Sendable {
  public var name: String
  /// What is kept of the password; nil: only a trusted server in front can say that it is them.
  public var password: String?
  public var rights: Rights
  public var since: Date

  public init(name: String, password: String?, rights: Rights, since: Date) {
    (self.name, self.password, self.rights, self.since) = (name, password, rights, since)
  }

  private static let mostName = 64

  /// It stands in addresses, logs and headers.
  public static func isName(_ text: String) -> Bool {
    guard (1...mostName).contains(text.utf8.count), let first = text.utf8.first else { return false }
    func isPlain(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte | 0x20) && byte != 0x40 || (0x30...0x39).contains(byte)
    }
    return isPlain(first) && text.utf8.allSatisfy { isPlain($0) || "-._@+".utf8.contains($0) }
  }
}

/// A program that is known by what it sends along.
public struct AccessToken: Codable, Equatable, Sendable {
  public var name: String
  /// SHA-256 of it, in hexadecimal digits: it cannot be had back.
  public var mark: String
  public var rights: Rights
  public var since: Date
  /// Through this day, as 2031-12-31; nil: for good.
  public var until: String?

  public init(name: String, mark: String, rights: Rights, since: Date, until: String?) {
    (self.name, self.mark, self.rights, self.since, self.until) = (name, mark, rights, since, until)
  }

  public func isOver(on day: String) -> Bool { until.map { day > $0 } ?? false }
}
