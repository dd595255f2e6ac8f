import Foundation
import XCTest

/// What a test finds around itself under `swift test`.
final class SurroundingsTests: XCTestCase {
  func testTheWorkingFolderIsThePackage() throws {
    let folder = FileManager.default.currentDirectoryPath
    XCTAssertTrue(FileManager.default.fileExists(atPath: folder + "/Package.swift"))
    let source = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().path
    let here = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    XCTAssertEqual(source, here + "/Tests/PassingTests/SurroundingsTests.swift")
    XCTAssertTrue(try String(contentsOfFile: "Sources/Passing/Passing.swift", encoding: .utf8).contains("double"))
  }

  func testTheWorkingFolderCanBeWritten() throws {
    try "written".write(toFile: "written by a test.txt", atomically: true, encoding: .utf8)
    XCTAssertEqual(try String(contentsOfFile: "written by a test.txt", encoding: .utf8), "written")
  }

  func testTheEnvironmentIsTheUsers() {
    let environment = ProcessInfo.processInfo.environment
    XCTAssertNotNil(environment["PATH"])
    XCTAssertNotNil(environment["HOME"])
    XCTAssertNil(environment["LD_PRELOAD"])
    if let expected = environment["BOTHY_FIXTURE_MARKER"] { XCTAssertFalse(expected.isEmpty) }
  }

  func testStandardInputIsAtItsEnd() {
    XCTAssertNil(readLine())
  }

  func testIgnoredSignalsAreNotInherited() {
    for number in [SIGTERM, SIGINT, SIGPIPE, SIGCHLD, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      XCTAssertEqual(handler, 0, "signal \(number) must have its default action")
    }
    var mask = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &mask)
    for number in [SIGTERM, SIGINT, SIGPIPE, SIGCHLD, SIGHUP] {
      XCTAssertEqual(sigismember(&mask, number), 0, "signal \(number) must not be blocked")
    }
  }

  func testNoStrangeDescriptorsAreInherited() throws {
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int.init)
    let targets = open.filter { $0 > 2 }.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    XCTAssertEqual(targets.filter { $0.hasSuffix(".sqlite") || $0.contains("ptmx") }, [])
  }

  func testAChildProcessRuns() throws {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    child.arguments = ["-c", "echo from a child; exit 3"]
    try child.run()
    child.waitUntilExit()
    XCTAssertEqual(child.terminationStatus, 3)
  }
}
