import Files
import Foundation

enum Opening {
  /// Shows the report with whatever this desktop opens things with; without one there is nothing to do.
  static func open(_ address: String, environment: [String: String]) {
    let program = environment["BROWSER"] ?? "xdg-open"
    // Not a process of the room Processes: whatever that has started it ends, and a browser is to stay.
    let opener = Process()
    opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    opener.arguments = [program, address]
    opener.standardOutput = FileHandle.standardError
    do {
      try opener.run()
      opener.waitUntilExit()
    } catch { Output.error.write("The report could not be opened with \(program); it is at \(address)\n") }
  }
}
