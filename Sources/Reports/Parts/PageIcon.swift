import Model
import Words

/// The picture of a page in a browser's tab: the result's glyph on its ground, or Bothy's hut.
struct PageIcon {
  let status: Status?

  /// An address that holds the picture itself, so that nothing is asked for.
  var address: String { status.map { Self.addresses[$0.style] ?? Self.other } ?? Self.hut }

  /// Written once: a site has thousands of pages.
  private static let addresses = Dictionary(
    uniqueKeysWithValues: ["passed", "failed", "warning", "timedout", "flaky"].map { ($0, address(of: $0)) })
  private static let other = address(of: "other")
  private static let hut = address(of: nil)

  private static func address(of style: String?) -> String {
    let picture = TabPicture.svg(glyph(style), on: ground(style))
    let encoded = picture.utf8.reduce(into: "") { text, byte in
      let character = Character(Unicode.Scalar(byte))
      text +=
        "<>#:%'\" ".contains(character) ? "%" + String(byte, radix: 16, uppercase: true) : String(character)
    }
    return "data:image/svg+xml," + encoded
  }

  /// White on each of these has at least 4.5 to 1.
  static func ground(_ style: String?) -> String {
    switch style {
    case "passed": "#156c38"
    case "failed": "#b4161f"
    case "warning", "timedout": "#95480a"
    case "flaky": "#0a6170"
    default: TabPicture.quiet
    }
  }

  /// A path in a square of 10.
  static func glyph(_ style: String?) -> String {
    switch style {
    case "passed": "M1 5.5 4 8.5 9 1.5"
    case "failed": "M1.5 1.5 8.5 8.5M8.5 1.5 1.5 8.5"
    case "warning": "M5 1.5 9 8.5H1Z"
    case "timedout": "M2.5 3.5Q2.5 1 5 1T7.5 3.5Q7.5 5 5 6.5M5 8.6V8.8"
    case "flaky": "M5 1V6M2.5 3.5H7.5M2.5 8.7H7.5"
    case nil: TabPicture.hut
    default: "M2 2H8V8H2Z"
    }
  }
}
