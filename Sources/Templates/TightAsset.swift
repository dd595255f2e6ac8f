/// A shipped style or script as it is sent: without comments, margins and blanks that say nothing. Here,
/// because every integration does it, and this room is optimized.
public enum TightAsset {
  public static func bytes(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    if name.hasSuffix(".css") { return style(bytes) }
    return name.hasSuffix(".js") ? script(bytes) : bytes
  }

  /// Ours has no text of several lines, and none that begins a line.
  static func script(_ script: [UInt8]) -> [UInt8] {
    var tight: [UInt8] = []
    tight.reserveCapacity(script.count)
    for line in script.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop(while: isBlank)
      guard let last = text.last, !startsComment(text, at: text.startIndex) else { continue }
      tight += text
      // Behind these the end of a line says nothing, unless it ends a comment.
      let isGoneOn = ";{,".utf8.contains(last)
      if !isGoneOn || text.indices.contains(where: { startsComment(text, at: $0) }) {
        tight.append(UInt8(ascii: "\n"))
      }
    }
    return tight
  }

  private static func startsComment(_ text: ArraySlice<UInt8>, at place: Int) -> Bool {
    let slash = UInt8(ascii: "/")
    return text[place] == slash && place + 1 < text.endIndex && text[place + 1] == slash
  }

  /// Texts in quotes stay.
  static func style(_ style: [UInt8]) -> [UInt8] {
    var tight: [UInt8] = []
    tight.reserveCapacity(style.count)
    var place = 0
    while place < style.count {
      let byte = style[place]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = endOfText(style, from: place)
        tight += style[place..<end]
        place = end
      case UInt8(ascii: "/") where style[place...].prefix(2).elementsEqual("/*".utf8):
        place = endOfComment(style, from: place + 2)
      case _ where isBlank(byte):
        while place < style.count, isBlank(style[place]) { place += 1 }
        let next = place < style.count ? style[place] : UInt8(ascii: "}")
        if let last = tight.last, !" {};,:>~".utf8.contains(last), !"{}>~".utf8.contains(next) {
          tight.append(UInt8(ascii: " "))
        }
      case UInt8(ascii: "}"):
        if tight.last == UInt8(ascii: ";") { tight.removeLast() }
        tight.append(byte)
        place += 1
      default:
        tight.append(byte)
        place += 1
      }
    }
    return tight + [UInt8(ascii: "\n")]
  }

  /// Each byte is asked about.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private static func endOfText(_ style: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < style.count, style[place] != style[start] {
      place += style[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, style.count)
  }

  private static func endOfComment(_ style: [UInt8], from start: Int) -> Int {
    var place = start
    let star = UInt8(ascii: "*")
    while place + 1 < style.count {
      if style[place] == star, style[place + 1] == UInt8(ascii: "/") { return place + 2 }
      place += 1
    }
    return style.count
  }
}
