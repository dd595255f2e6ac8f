/// A text that is another one as soon as its bytes are: two that look alike, as é in one sign and in two, are
/// one String, and two names to git and to files.
public struct ExactText: Hashable, Comparable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public static func == (a: Self, b: Self) -> Bool {
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }

  /// As a String is ordered, and of those that look alike by their bytes.
  public static func < (a: Self, b: Self) -> Bool {
    a.text == b.text ? a.text.utf8.lexicographicallyPrecedes(b.text.utf8) : a.text < b.text
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
