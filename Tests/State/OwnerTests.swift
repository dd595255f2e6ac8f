import Explaining
import Files
import Foundation
import Kit
import Testing

@testable import State

@Suite("Whose a state directory is") struct OwnerTests {
  @Test("one of another user is not written to", .enabled(if: geteuid() == 0, "only root may give it away"))
  func others() throws {
    let scratch = try ScratchFolder("owner")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    try state.refuseOthers(doing: "changing it")
    try StateFolder(path: scratch.path + "/none").refuseOthers(doing: "changing it")
    try FileManager.default.setAttributes([.ownerAccountID: 1], ofItemAtPath: scratch.path)
    let name = try #require(FileOwner.other(of: scratch.path))
    let told = #expect(throws: Explanation.self) { try state.refuseOthers(doing: "changing it") }
    #expect(told?.wrong.contains("belongs to \(name)") == true && told?.status == 5)
    #expect(told?.advice.contains("sudo -H -u \(name)") == true)
  }
}
