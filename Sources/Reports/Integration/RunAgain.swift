import Model

/// The commands that run one test, and no other, once more.
struct RunAgain {
  /// The regular expression for `--filter`, which both libraries match against a test's whole id.
  let pattern: String

  init(_ test: TestCase) {
    let id = ShellWord.pattern(test.id.rawValue)
    // Swift Testing's own ids go on with the place: `/File.swift:8:10`.
    let goesOn = test.library == .swiftTesting && !Self.endsWithPlace(test.id.rawValue)
    pattern = "^\(id)\(goesOn ? "/" : "$")"
  }

  /// From anywhere.
  func bothy(path: String) -> String {
    "bothy run \(ShellWord.quoted(path)) --filter \(ShellWord.quoted(pattern))"
  }

  /// In the folder of the package.
  var swift: String { "swift test --filter \(ShellWord.quoted(pattern))" }

  /// Tests that share a name keep their places.
  private static func endsWithPlace(_ id: String) -> Bool {
    guard let slash = id.lastIndex(of: "/") else { return false }
    let parts = id[slash...].split(separator: ":", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.suffix(2).allSatisfy { Int($0) != nil }
  }
}

/// Words that a shell, and a pattern, take as they are.
enum ShellWord {
  static func quoted(_ text: String) -> String {
    let shown = Shown.line(text)
    let isPlain =
      !shown.isEmpty && !shown.hasPrefix("-")
      && shown.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "-_./+:,@%".utf8.contains(byte)
      }
    return isPlain ? shown : "'" + shown.replacing("'", with: "'\\''") + "'"
  }

  /// A regular expression that matches the text alone. What can't be shown as it is matches anything.
  static func pattern(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if Shown.sign(for: scalar) != nil {
        pattern += "."
        continue
      }
      if "\\^$.|?*+()[]{}".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}
