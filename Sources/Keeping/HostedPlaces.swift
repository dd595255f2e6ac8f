/// A bot file names a hosted repository by its place, which another state directory does not have.
enum HostedPlaces {
  /// The text with those of these names in `folder`, wherever they were; nil where that changes nothing.
  static func moved(_ text: String, to folder: String, _ names: [String]) -> String? {
    // A place that would have to be quoted is left to somebody who can.
    guard folder.utf8.allSatisfy({ isPlain($0) }) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let place = /^repository:\s+["']?(\/.*\/hosted\/([^\/"'\s#]+))\/?["']?\s*(#.*)?$/
      guard let found = line.firstMatch(of: place), names.contains(String(found.2)) else {
        return String(line)
      }
      var line = line
      line.replaceSubrange(found.1.startIndex..<found.1.endIndex, with: "\(folder)/\(found.2)")
      return String(line)
    }
    let result = lines.joined(separator: "\n")
    return result == text ? nil : result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "/._-+@~".utf8.contains(byte)
    }
  }
}
