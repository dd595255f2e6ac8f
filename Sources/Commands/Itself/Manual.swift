import Explaining
import Foundation
import Processes
import Publishing
import Terminal

/// `bothy manual DIR BOT-FILE.md` writes the pages that `bin/install` installs for man.
enum Manual {
  /// Returns the exit status.
  static func write(into folder: String, botFile: String) throws -> Int32 {
    do {
      let text = try String(contentsOf: URL(fileURLWithPath: botFile), encoding: .utf8)
      for (path, page) in ManualText.pages(version: Program.version, botFile: text) {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(page.utf8).write(to: file)
      }
      return 0
    } catch {
      throw Explanation(
        doing: "writing the manual into \(folder)", wrong: error.localizedDescription,
        advice: "name a folder, and docs/bot-file.md")
    }
  }

  /// Whether the page of a command was installed with this program.
  static func isInstalled(of command: String) -> Bool {
    let folder = URL(fileURLWithPath: ProgramSearch.own).deletingLastPathComponent()
    return FileManager.default.fileExists(
      atPath: folder.appendingPathComponent("../share/man/man1/bothy-\(command).1").path)
  }
}
