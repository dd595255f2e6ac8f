import Files
import Foundation

/// The files below a folder that came or changed lately, and may be spoken of in a source. Compilers
/// list what they read, but not what they asked for and did not find (`__has_include`, a header found further
/// behind), nor what the assembler takes in (`.incbin`, `.include`).
struct SpokenFiles {
  private struct Found {
    var path: String
    var word: [UInt8]
    var modified: Double
  }

  /// The newest first.
  private let files: [Found]

  init(below folder: String) {
    let standing = FileStanding.all(below: folder, most: .max) {
      [".git", ".build", ".swiftpm"].contains($0.split(separator: "/").last ?? "")
    }
    files = (standing ?? []).compactMap { file -> Found? in
      guard !Self.idle.contains(where: file.name.hasSuffix),
        let word = Self.words(in: Array(file.name.utf8)).last
      else { return nil }
      let (seconds, parts) = (file.numbers[3], file.numbers[4])
      return Found(
        path: folder + "/" + file.name, word: Array(word), modified: Double(seconds) + Double(parts) / 1e9)
    }.sorted { $0.modified > $1.modified }
  }

  /// The last words of the names of what came or changed since, but for what was read.
  func words(since moment: Double, read: Set<String>) -> Set<[UInt8]> {
    Set(files.prefix { $0.modified > moment }.filter { !read.contains($0.path) }.map(\.word))
  }

  /// Of these, what C and C++ call headers.
  func headers(since moment: Double, read: Set<String>) -> [String] {
    files.prefix { $0.modified > moment }.map(\.path).filter { path in
      !read.contains(path) && Self.headerEndings.contains(where: path.hasSuffix)
    }
  }

  private static let headerEndings = [".h", ".hh", ".hpp", ".hxx", ".inc", ".def"]

  /// Whether one of the words stands in a text.
  static func speaks(_ text: [UInt8], of words: Set<[UInt8]>) -> Bool {
    !words.isEmpty && self.words(in: text).contains { words.contains(Array($0)) }
  }

  /// Neither is taken in by C.
  private static let idle = [".swift", ".md"]

  /// What stands between slashes, quotes, brackets and blanks.
  private static func words(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
        false
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): false
      default: true
      }
    }
  }
}
