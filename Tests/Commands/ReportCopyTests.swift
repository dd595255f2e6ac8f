import Files
import Foundation
import Kit
import Testing

@testable import Commands

@Suite("A report in a folder of the user's")
struct ReportCopyTests {
  @Test("is written over one that was there, and over nothing else")
  func foreign() throws {
    let scratch = try ScratchFolder("report-copy")
    let folder = scratch.path + "/out"
    try ReportCopy.check(folder)
    try makeFolder(folder)
    try publish(Array("mine".utf8), as: folder + "/notes.txt")
    try ReportCopy.check(folder)
    try publish(Array("my page".utf8), as: folder + "/index.html")
    #expect(throws: (any Error).self) { try ReportCopy.check(folder) }
    try publish(Array(#"{"schema": 1, "integration": 4}"#.utf8), as: folder + "/report.json")
    try ReportCopy.check(folder)
    try publish(Array(#"{"results": []}"#.utf8), as: folder + "/report.json")
    #expect(throws: (any Error).self) { try ReportCopy.check(folder) }
  }
}
