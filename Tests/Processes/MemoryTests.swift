import Foundation
import Glibc
import Testing

@testable import Processes

/// One after the other, because each holds much or measures what this process holds.
@Suite("The memory of a process", .serialized) struct MemoryTests {
  @Test("the peak memory is the child's and not ours")
  func memory() throws {
    // Ours is at least this much from now on.
    let ours = [UInt8](repeating: 1, count: 300 << 20)
    let (small, _) = try sh("sleep 0.2")
    #expect(small.peakMemoryBytes > 100_000 && small.peakMemoryBytes < 40 << 20)
    let (large, _) = try python("x = b'x' * (700 << 20)\nimport time; time.sleep(0.2)")
    #expect(large.peakMemoryBytes > 700 << 20 && large.peakMemoryBytes < 900 << 20)
    #expect(ours.last == 1)
  }

  @Test(
    "200 MB pass in bounded memory, complete", .slow, arguments: [Command.Outputs.terminal, .pipes, .merged])
  func volume(outputs: Command.Outputs) throws {
    let recorder = Recorder()
    recorder.keep = 0
    let before = residentBytes()
    let (end, _) = try sh("head -c 209715200 /dev/zero", outputs: outputs, recorder: recorder)
    #expect(end.ending == .exited(0))
    #expect(recorder.count == 209_715_200)
    #expect(residentBytes() - before < 64 << 20)
    print("200 MB over \(outputs): \(Int(200 / end.seconds)) MB/s, \(recorder.checks) checks")
  }

  private func residentBytes() -> Int {
    let line = ProcessFile.read("/proc/self/statm") { String(decoding: $0, as: UTF8.self) } ?? ""
    return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
  }

  @Test("a line of 50 MB passes", .slow, arguments: [Command.Outputs.terminal, .pipes])
  func longLine(outputs: Command.Outputs) throws {
    let recorder = Recorder()
    recorder.keep = 60 << 20
    let (_, heard) = try sh(
      "head -c 52428800 /dev/zero | tr '\\0' y; echo", outputs: outputs, recorder: recorder)
    #expect(heard.output.count == 52_428_801)
    #expect(heard.output.firstIndex(of: 0x0A) == 52_428_800)
  }
}
