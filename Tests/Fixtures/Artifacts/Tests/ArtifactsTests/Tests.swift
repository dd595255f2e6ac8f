import Artifacts
import Foundation
import Testing
import XCTest

private func leave(_ name: String, _ content: [UInt8]? = nil, in folder: String? = nil) throws {
  let folder = try folder ?? XCTUnwrap(ProcessInfo.processInfo.environment["BOTHY_ARTIFACTS"])
  let file = URL(fileURLWithPath: folder + "/" + name)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(content ?? [UInt8](name.utf8)).write(to: file)
}

final class ArtifactTests: XCTestCase {
  func testA_LeavesSomethingAndFails() throws {
    try leave("shot.png")
    try leave("Login/login-reference.png", Picture { x, y in x > 20 && y > 20 ? 80 : 255 }.bytes)
    try leave("Login/login.failed.png", Picture { x, y in x > 30 && y > 20 ? 80 : 255 }.bytes)
    try leave("Login/login_diff.png", Picture { x, y in (21...30).contains(x) && y > 20 ? 0 : 255 }.bytes)
    try leave("expected/login.txt", [UInt8]("name\nword\n<b>enter</b>\n".utf8))
    try leave("actual/login.txt", [UInt8]("name\npassword\n<b>enter</b>\n".utf8))
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

/// As a library for snapshots attaches what it compared.
@Test func snapshot() {
  let (before, now) = (Picture { x, _ in UInt8(x * 4) }, Picture { _, y in UInt8(y * 6) })
  Attachment.record(before.bytes, named: "reference.png")
  Attachment.record(now.bytes, named: "failure.png")
  Attachment.record(Picture { x, y in UInt8(abs(x * 4 - y * 6)) }.bytes, named: "difference.png")
  let isSame = before.bytes == now.bytes
  #expect(isSame, "the snapshot is another one")
}
