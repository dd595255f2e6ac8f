/// Where two texts of several lines differ first.
public struct DifferentLine: Equatable, Sendable {
  /// Counted from 1.
  public let number: Int
  /// Nil where only the other text has that line.
  public let first: String?
  public let second: String?

  /// Nil where one of them has a single line, or both are the same.
  public init?(_ first: String, _ second: String) {
    let sides = [first, second].map {
      $0.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    }
    let (a, b) = (sides[0], sides[1])
    guard a.count > 1, b.count > 1 else { return nil }
    let same = zip(a, b).prefix { $0.elementsEqual($1) }.count
    guard same < max(a.count, b.count) else { return nil }
    number = same + 1
    let (own, other) = (a.dropFirst(same), b.dropFirst(same))
    // The longer text has a line more here where it goes on as the other one does.
    let isLonger = own.count > other.count
    let (more, less) = isLonger ? (own, other) : (other, own)
    let isMore = own.count != other.count && Self.isSame(more.dropFirst().first, less.first)
    self.first = isMore && !isLonger ? nil : own.first.map { String($0) }
    self.second = isMore && isLonger ? nil : other.first.map { String($0) }
  }

  private static func isSame(_ one: Line?, _ other: Line?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.elementsEqual(other)
  }

  private typealias Line = Substring.UnicodeScalarView
}
