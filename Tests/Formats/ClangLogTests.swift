import Model
import Testing

@testable import Formats

@Suite struct ClangLogTests {
  private static func unit(_ source: String, _ entries: String) -> String {
    """
    <dict>
      <key>main-file</key>
      <string>\(source)</string>
      <key>diagnostics</key>
      <array>
    \(entries)  </array>
    </dict>

    """
  }

  private static func entry(
    _ level: String, _ message: String, _ line: Int, _ option: String = ""
  ) -> String {
    let option = option.isEmpty ? "" : "<key>WarningOption</key><string>\(option)</string>\n"
    return """
          <dict>
            <key>level</key><string>\(level)</string>
            <key>filename</key><string>/p/a.h</string>
            <key>line</key><integer>\(line)</integer>
            <key>column</key><integer>7</integer>
            <key>message</key><string>\(message)</string>
            \(option)      </dict>

      """
  }

  @Test("warnings of each source are read with their notes; errors are left to what is printed")
  func read() {
    let log =
      Self.unit("/p/a.c", Self.entry("warning", "x &lt; y", 3, "extra") + Self.entry("note", "here", 1))
      + Self.unit("/p/b.c", Self.entry("error", "no", 1) + Self.entry("note", "of it", 1))
    let said = ClangLog.read([UInt8](log.utf8))
    #expect(said["/p/b.c"] == [])
    #expect(
      said["/p/a.c"] == [
        Diagnostic(
          severity: .warning, message: "x < y [-Wextra]", file: "/p/a.h", line: 3, column: 7,
          details: ["/p/a.h:1:7: note: here"])
      ])
  }

  @Test("an entry that was cut off takes no other with it")
  func cut() {
    let whole = Self.unit("/p/b.c", Self.entry("warning", "w", 1))
    let broken = String(Self.unit("/p/a.c", Self.entry("warning", "w", 1)).dropLast(20))
    #expect(ClangLog.read([UInt8]((whole + broken).utf8)).keys.sorted() == ["/p/b.c"])
    #expect(ClangLog.read([]).isEmpty)
  }
}
