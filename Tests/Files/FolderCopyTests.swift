import Files
import Foundation
import Kit
import Testing

@Suite("A folder once more")
struct FolderCopyTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder("copy")
    try scratch.write("from/a/program", "text", mode: 0o750)
    try scratch.write("from/a/empty", "", mode: 0o400)
    try scratch.write("from/left/out", "")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/from/link", withDestinationPath: "a/nowhere")
    let script = """
      truncate -s 3M from/holes && printf end >> from/holes && truncate -s 5M from/holes
      mkfifo from/pipe
      touch -d '2020-01-02 03:04:05.123456789' from/a/program from/a/empty
      touch -h -d '2020-01-03 03:04:05.5' from/link && touch -d '2020-01-04' from/a
      """
    #expect(try run(script).status == 0)
  }

  private func run(_ script: String) throws -> CommandEnd {
    try Command("/bin/sh", ["-c", script], in: scratch.url).runHere()
  }

  @Test("files, links, rights, times to the last digit and holes are as they were")
  func same() throws {
    var copy = FolderCopy { _ in true }
    try copy.perform(scratch.path + "/from", to: scratch.path + "/to", skipping: ["left"])
    let list =
      "find . ! -name . ! -path './left*' ! -name pipe -printf '%p %m %y %s %l '"
      + " -exec stat -c %y {} \\; | sort"
    let one = try run("cd from && \(list)")
    let other = try run("cd to && \(list)")
    #expect(one.status == 0 && one.outputText == other.outputText && !one.outputText.isEmpty)
    #expect(try run("cmp from/holes to/holes && test ! -e to/pipe && test ! -e to/left").status == 0)
    let blocks = Int(try run("stat -c %b to/holes").outputText.filter(\.isNumber)) ?? .max
    #expect(blocks < 100)
  }

  @Test("it ends at once when it is not to go on")
  func ended() throws {
    var copy = FolderCopy { _ in false }
    #expect(throws: CancellationError.self) {
      try copy.perform(scratch.path + "/from", to: scratch.path + "/to")
    }
  }

  @Test("a full disk is told", .enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
  func full() throws {
    let disk = try SmallDisk(kilobytes: 64)
    try scratch.write("large/file", String(repeating: "x", count: 200_000))
    var copy = FolderCopy { _ in true }
    #expect {
      try copy.perform(scratch.path + "/large", to: disk.path + "/to")
    } throws: {
      ($0 as? FileError)?.code == ENOSPC
    }
  }
}
