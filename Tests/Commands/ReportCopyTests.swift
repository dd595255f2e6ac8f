import Files
import Foundation
import Kit
import State
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

  @Test("is no part of the repository that it lies in, where the folder was not there before")
  func ignored() throws {
    let scratch = try ScratchFolder("report-ignored")
    let from = scratch.path + "/from"
    try makeFolder(from)
    try publish(Array(#"{"schema": 1, "integration": 4}"#.utf8), as: from + "/report.json")
    try makeFolder(scratch.path + "/repository/.git")
    try makeFolder(scratch.path + "/repository/mine")
    try publish([1], as: scratch.path + "/repository/mine/notes.txt")
    for (folder, isIgnored) in [("out", false), ("repository/a/out", true), ("repository/mine", false)] {
      let place = scratch.path + "/" + folder
      for _ in 1...2 { try ReportCopy(from: IntegrationFolder(from), to: place).make() }
      #expect((contents(of: place + "/.gitignore") == Array("*\n".utf8)) == isIgnored, "\(folder)")
      #expect(contents(of: place + "/report.json") != nil)
    }
  }
}
