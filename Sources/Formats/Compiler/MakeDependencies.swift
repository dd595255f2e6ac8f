/// What a C compiler read for one object, as make takes it: `object: source header header`.
public enum MakeDependencies {
  /// The files behind the first colon that a blank follows.
  public static func read(_ bytes: [UInt8]) -> [String] {
    var files: [String] = []
    var word: [UInt8] = []
    var isBehindName = false
    func ends() {
      defer { word.removeAll(keepingCapacity: true) }
      guard !word.isEmpty else { return }
      if isBehindName {
        files.append(String(decoding: word, as: UTF8.self))
      } else if word.last == UInt8(ascii: ":") {
        isBehindName = true
      }
    }
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch (byte, next) {
      // A line that goes on.
      case (UInt8(ascii: "\\"), UInt8(ascii: "\n")):
        ends()
        place += 1
      // Blanks and such in names.
      case (UInt8(ascii: "\\"), UInt8(ascii: " ")), (UInt8(ascii: "\\"), UInt8(ascii: "#")),
        (UInt8(ascii: "$"), UInt8(ascii: "$")):
        word.append(next)
        place += 1
      case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\r"), _): ends()
      case (UInt8(ascii: "\n"), _):
        ends()
        // What other objects need is not asked for.
        if isBehindName { return files }
      default: word.append(byte)
      }
      place += 1
    }
    ends()
    return files
  }
}
