import Artifacts
import Foundation
import Testing
import XCTest

private func leave(_ name: String, in folder: String? = nil) throws {
  let folder = try folder ?? XCTUnwrap(ProcessInfo.processInfo.environment["BOTHY_ARTIFACTS"])
  let file = URL(fileURLWithPath: folder + "/" + name)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(name.utf8).write(to: file)
}

final class ArtifactTests: XCTestCase {
  func testA_LeavesSomethingAndFails() throws {
    try leave("shot.png")
    XCTAssertEqual(answer, 43)
  }

  func testB_LeavesSomethingWhereAGlobLooks() throws {
    Thread.sleep(forTimeInterval: 1)
    try leave("snapshots/b.txt", in: FileManager.default.currentDirectoryPath)
    try leave("elsewhere/b.txt", in: FileManager.default.currentDirectoryPath)
    Thread.sleep(forTimeInterval: 1)
  }

  func testC_LeavesSomethingAndCrashes() throws {
    try leave("before-crash.txt")
    fatalError("crashes")
  }
}

@Test func first() throws { try leave("first/x.txt") }
@Test func second() throws { try leave("of-nobody.txt") }
