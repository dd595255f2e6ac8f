import Foundation
import Testing
import XCTest

@testable import LostProfiles

/// Where this process leaves its profile.
private func folder() throws -> URL {
  let pattern = try XCTUnwrap(ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"])
  return URL(fileURLWithPath: pattern).deletingLastPathComponent()
}

final class Tests: XCTestCase {
  func testA() { XCTAssertEqual(first(), 1) }

  /// The second time its own profile is removed.
  func testB() throws {
    let marker = try XCTUnwrap(ProcessInfo.processInfo.environment["BOTHY_FIXTURE_MARKER"])
    let file = FileManager.default.temporaryDirectory.appending(path: "lost-\(marker)")
    guard FileManager.default.fileExists(atPath: file.path) else { return try Data().write(to: file) }
    try FileManager.default.removeItem(at: file)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder().path) {
      try FileManager.default.removeItem(at: folder().appending(path: name))
    }
  }
}

/// Files that are no profiles of this build, beside one that is.
@Test func leavesOthers() throws {
  #expect(second() == 2)
  for name in try FileManager.default.contentsOfDirectory(atPath: folder().path) {
    var bytes = try Data(contentsOf: folder().appending(path: name))
    try bytes.prefix(bytes.count / 2).write(to: folder().appending(path: "half.profraw"))
    // The ids stand behind sixteen numbers, each behind its length.
    for index in 136..<156 where bytes.indices.contains(index) { bytes[index] ^= 0xff }
    try bytes.write(to: folder().appending(path: "other.profraw"))
  }
  try Data("junk".utf8).write(to: folder().appending(path: "a,b.profraw"))
  try FileManager.default.createSymbolicLink(
    atPath: folder().appending(path: "link.profraw").path, withDestinationPath: "/nowhere")
}
