import Files
import Foundation

/// Shows a page with whatever this desktop opens things with.
enum Opening {
  private static let mostSeconds = 3.0

  /// False where nothing can show it. Never waits for a browser to be closed.
  static func open(_ address: String, environment: [String: String]) -> Bool {
    func said(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let browser = said("BROWSER")
    guard browser != nil || said("DISPLAY") != nil || said("WAYLAND_DISPLAY") != nil else { return false }
    // Not a process of the room Processes: whatever that has started it ends, and a browser is to stay.
    let opener = Process()
    opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    opener.arguments = [browser ?? "xdg-open", address]
    (opener.standardInput, opener.standardOutput, opener.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
    )
    guard (try? opener.run()) != nil else { return false }
    let end = Date() + mostSeconds
    while opener.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    return opener.isRunning || opener.terminationStatus == 0
  }
}
