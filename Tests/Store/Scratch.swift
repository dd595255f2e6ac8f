import Foundation
import Model

/// A folder that is gone when the test is.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "bothy-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + seconds) }

func testCase(_ name: String, _ outcome: TestOutcome, message: String? = nil) -> TestCase {
  var test = TestCase(
    id: TestID("T.S/\(name)"), library: .xctest, target: "T", suite: "S", name: name, outcome: outcome)
  test.seconds = 0.25
  if let message {
    test.failures = [TestFailure(message: message, file: "Tests/T/S.swift", line: 7, kind: .assertion)]
  }
  return test
}

func measured(executable: Int = 100, executed: Int, files: Int = 1) -> CoverageReport {
  let list = (0..<files).map {
    FileCoverage(
      path: PackagePath("Sources/P/File\($0).swift"),
      lines: LineCounts(executable: executable, executed: executed, partial: 1),
      regions: PlaceCounts(count: 9, executed: 5), functions: PlaceCounts(count: 3, executed: 2),
      llvm: LLVMTotals(), missedLines: [[1, 2]], partialLines: [3], unusedMessageLines: [],
      functionList: [])
  }
  return CoverageReport(targets: [TargetCoverage(name: "P", files: list)], notMeasured: [], excluded: [])
}

func issue(_ test: String, _ message: String = "wrong", kind: Issue.Kind = .testFailure, since: Int) -> Issue
{
  let file = PackagePath("Tests/T/S.swift")
  let id = kind == .testFailure ? TestID("T.S/\(test)") : nil
  return Issue(
    kind: kind, message: message, target: "T", file: file, line: 7, test: id, since: IntegrationNumber(since),
    identity: .make(kind: kind, target: "T", test: id, file: file, message: message))
}

/// A small file system of its own.
final class SmallDisk {
  let path: String

  struct Refused: Error {}

  /// Whether this user may mount one at all; tests that need one are skipped otherwise.
  static let isAllowed = (try? SmallDisk(kilobytes: 64)) != nil

  init(kilobytes: Int) throws {
    path = NSTemporaryDirectory() + "bothy-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", path) else { throw Refused() }
  }

  func makeReadOnly() throws {
    guard Self.run("mount", "-o", "remount,ro", path) else { throw Refused() }
  }

  deinit {
    _ = Self.run("umount", "-l", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
