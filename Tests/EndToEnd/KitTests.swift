import Foundation
import Kit
import Testing

@Suite("What the end-to-end tests stand on")
struct KitTests {
  @Test("a command that left a child behind has ended, and the child is found by its mark")
  func leftChild() async throws {
    let scratch = try ScratchFolder("kit")
    defer { scratch.remove() }
    let mark = "KIT_MARK=\(UUID().uuidString)"
    var environment = ProcessInfo.processInfo.environment
    environment["KIT_MARK"] = String(mark.dropFirst("KIT_MARK=".count))
    let end = try await Command(
      "/bin/sh", ["-c", "setsid sleep 20 & pwd; exit 7"], in: scratch.url, environment: environment
    ).run()
    #expect(end.status == 7)
    #expect(end.outputText == scratch.path + "\n")
    // Between `setsid` and `sleep` it has another name.
    _ = try await eventually(within: 10) {
      MarkedProcesses.find(mark).values.contains { $0.hasPrefix("sleep") }
    }
    let left = MarkedProcesses.find(mark)
    #expect(left.values.contains { $0.hasPrefix("sleep 20") }, "\(left)")
    for id in left.keys { kill(id, SIGKILL) }
  }

  @Test("a command that takes too long is ended and said to have")
  func tooLong() async throws {
    let end = try await Command(
      "/bin/sleep", ["30"], in: URL(fileURLWithPath: "/"), limitSeconds: 0.2
    ).run()
    #expect(end.ranTooLong)
    #expect(end.status == -SIGINT)
  }

  @Test("a snapshot of a folder notices a touched file, a new one and a changed mode")
  func snapshot() throws {
    let scratch = try ScratchFolder("snapshot")
    defer { scratch.remove() }
    let file = scratch.url.appending(path: "file")
    try Data("a".utf8).write(to: file)
    let before = try FolderSnapshot(of: scratch.url)
    #expect(try FolderSnapshot(of: scratch.url) == before)
    chmod(file.path, 0o700)
    #expect(try before.changes(to: FolderSnapshot(of: scratch.url)).count == 1)
    utimes(file.path, nil)
    try Data().write(to: scratch.url.appending(path: "new"))
    #expect(try before.changes(to: FolderSnapshot(of: scratch.url)).count == 3)
  }
}
