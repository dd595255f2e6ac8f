import Files
import Foundation
import Kit
import Testing

@Suite("Use of disks") struct DiskUsageTests {
  @Test("a file of several names counts once, a link counts as itself, what is missing as nothing")
  func counted() throws {
    let scratch = try ScratchFolder("usage")
    let folder = scratch.path
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder + "/c", withIntermediateDirectories: true)
    let large = Data(repeating: 1, count: 1 << 20)
    try large.write(to: URL(fileURLWithPath: folder + "/a/b/one"))
    let one = DiskUsage(of: [folder]).bytes
    #expect(one >= 1 << 20 && one < 2 << 20)
    try files.linkItem(atPath: folder + "/a/b/one", toPath: folder + "/c/two")
    try files.createSymbolicLink(atPath: folder + "/c/three", withDestinationPath: "../a")
    #expect(DiskUsage(of: [folder + "/a", folder + "/c"]).bytes - one < 1 << 16)
    try large.write(to: URL(fileURLWithPath: folder + "/c/four"))
    #expect(DiskUsage(of: [folder + "/a", folder + "/c"]).bytes >= 2 << 20)
    #expect(DiskUsage(of: [folder + "/nowhere"]).bytes == 0)
  }
}
