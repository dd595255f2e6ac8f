import Files
import Foundation

/// How the text of a script is run: by what its first line names, else by bash.
struct ScriptText {
  let program: String
  let arguments: [String]
  /// Where the text is while it runs; nil where bash gets it as an argument.
  private let file: String?

  /// `folder`: where nobody but Bothy puts anything, outside of the checkout.
  init(_ script: String, in folder: String) throws {
    guard let (named, argument) = Self.interpreter(of: script) else {
      (program, arguments, file) = (Self.bash, ["-c", script], nil)
      return
    }
    let file = folder + "/script"
    try makeFolder(folder)
    try publish(Array(script.utf8), as: file, mode: 0o700)
    // Where Xcode Server was, sh is bash.
    (program, self.file) = (named == Self.sh ? Self.bash : named, file)
    arguments = [argument, file].compactMap(\.self)
  }

  private static let sh = "/bin/sh"

  /// Scripts use arrays and `[[`, which other shells do not know.
  static let bash =
    ["/bin/bash", "/usr/bin/bash"].first { FileManager.default.isExecutableFile(atPath: $0) } ?? sh

  func remove() { if let file { try? FileManager.default.removeItem(atPath: file) } }

  /// As the kernel reads `#!`: a program, and all the rest of the line as one argument. It is not asked
  /// itself, because it starts no file that a process has open to write, nor one on a disk without programs.
  static func interpreter(of script: String) -> (program: String, argument: String?)? {
    guard script.hasPrefix("#!") else { return nil }
    let line = script.dropFirst(2).prefix { !$0.isNewline }
    let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    guard let program = words.first else { return nil }
    let rest = words.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? ""
    return (String(program), rest.isEmpty ? nil : rest)
  }

  /// Whether there is such a program; a path may start at the checkout.
  func isRunnable(in checkout: String) -> Bool {
    let path = program.hasPrefix("/") ? program : checkout + "/" + program
    return FoundFile(at: path).isThere && FileManager.default.isExecutableFile(atPath: path)
  }
}
