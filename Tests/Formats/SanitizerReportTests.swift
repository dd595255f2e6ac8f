import Model
import Testing

@testable import Formats

@Suite("What a sanitizer says") struct SanitizerReportTests {
  private static let text = """
    before
    =================================================================
    \u{1B}[1m\u{1B}[31m==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x504000 at pc 0x55
    \u{1B}[1m\u{1B}[34mREAD of size 8 at 0x504000 thread T0\u{1B}[1m\u{1B}[0m
        #0 0x55d0c3a1 in $s3Mem6beyondyS2iF /lab/Sources/Mem/M.swift:5:10
        #1 0x55d0c3a2 in $s8MemTests1AC12testOverflowyyF /lab/Tests/MemTests/T.swift:6
        #2 0x7f00aa in start_thread (/lib/x86_64-linux-gnu/libc.so.6+0x1)

    0x504000 is located 0 bytes after 32-byte region [0x503fe0,0x504000)
    allocated by thread T0 here:
        #0 0x55aa in malloc (/lab/x+0x1)
        #1 0x55bb in other /lab/Sources/Mem/Other.swift:1

    SUMMARY: AddressSanitizer: heap-buffer-overflow /lab/Sources/Mem/M.swift:5:10 in $s3Mem6beyondyS2iF
    ==4711==ABORTING
    """

  private func read(_ text: String, process: Int32? = 4711) -> TestCrash? {
    SanitizerReport.read(
      text: Array(text.utf8), process: process, sources: SourceMap(packageFolder: "/lab", targets: []))
  }

  @Test("what was wrong, where it happened and the stack of it, not those of the memory")
  func overflow() throws {
    let crash = try #require(read(Self.text))
    #expect(crash.message == "AddressSanitizer: heap-buffer-overflow (READ of size 8)")
    #expect(crash.file == "Sources/Mem/M.swift" && crash.line == 5)
    #expect(crash.frames.map(\.file) == ["Sources/Mem/M.swift", "Tests/MemTests/T.swift", nil])
    #expect(crash.frames.first?.function == "$s3Mem6beyondyS2iF" && crash.frames.first?.column == 10)
  }

  @Test("a child's report is not that of the process, and without one there is none")
  func others() {
    #expect(read(Self.text, process: 4712) == nil && read("all is well") == nil)
    #expect(read(Self.text, process: nil) != nil)
  }

  private static let race = """
    ==================
    \u{1B}[1m\u{1B}[31mWARNING: ThreadSanitizer: data race (pid=4711)
    \u{1B}[1m\u{1B}[0m\u{1B}[1m\u{1B}[34m  Write of size 8 at 0x7208000006b0 by thread T6:
    \u{1B}[0m    #0 $s3Mem4raceyyF /lab/Sources/Mem/M.swift:7:90 (x.xctest+0x106938) (BuildId: 3b5c3b78)
        #1 $s3Mem4raceyyFTA /<compiler-generated> (x.xctest+0x10699d) (BuildId: 3b5c3b78)
        #2 $s10Foundation6ThreadC4mainyyF <null> (libFoundation.so+0x3795f8) (BuildId: bbe2057a)

      Previous write of size 8 at 0x7208000006b0 by thread T5:
        #0 $s3Mem5otheryyF /lab/Sources/Mem/M.swift:9:27 (x.xctest+0x10681d) (BuildId: 3b5c3b78)

    SUMMARY: ThreadSanitizer: data race /lab/Sources/Mem/M.swift:7:90 in $s3Mem4raceyyF
    ==================

    """

  @Test("a data race at which the process was to halt is what ended it; one that it outlived is not")
  func races() throws {
    let crash = try #require(read(Self.race))
    #expect(crash.message == "ThreadSanitizer: data race")
    #expect(crash.file == "Sources/Mem/M.swift" && crash.line == 7)
    #expect(
      crash.frames.map(\.function) == [
        "$s3Mem4raceyyF", "$s3Mem4raceyyFTA", "$s10Foundation6ThreadC4mainyyF",
      ])
    #expect(crash.frames.map(\.line) == [7, nil, nil])
    #expect(read(Self.race, process: 4712) == nil)
    #expect(read(Self.race + "goes on\n") == nil)
    #expect(read(Self.race + "ThreadSanitizer: reported 1 warnings\n") == nil)
  }

  @Test("what has a file and no line is that file's, and the caller is not blamed for it")
  func withoutLine() throws {
    let crash = try #require(
      read(
        """
        ==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50 at pc 0x55
        READ of size 8 at 0x50 thread T0
            #0 0x55 in $s3Mem5afterSiyF /lab/Sources/Mem/M.swift
            #1 0x56 in $s3Mem4wrapSiyF /lab/Sources/Mem/M.swift:9:11
            #2 0x57 in $sIeg_ytIegr_TR /<compiler-generated>
            #3 0x58 in $sytIegr_Ieg_TRTA WallClockTimeMetric.swift.o

        """))
    #expect(crash.file == "Sources/Mem/M.swift" && crash.line == nil)
    #expect(
      crash.frames.map(\.function) == [
        "$s3Mem5afterSiyF", "$s3Mem4wrapSiyF", "$sIeg_ytIegr_TR", "$sytIegr_Ieg_TRTA",
      ])
    #expect(crash.frames.map(\.file) == ["Sources/Mem/M.swift", "Sources/Mem/M.swift", nil, nil])
  }

  @Test("without names of sources it is told all the same")
  func bare() throws {
    let crash = try #require(
      read(
        "==4711==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
          + "    #0 0x55d0 (/lab/x+0x12)\n"))
    #expect(crash.message == "AddressSanitizer: SEGV" && crash.file == nil && crash.frames.count == 1)
  }
}
