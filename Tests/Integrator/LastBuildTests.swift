import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("When something was built last")
struct LastBuildTests {
  private func second() -> Int { Int(Date().timeIntervalSince1970) }

  @Test("its second is left before sources are written, and an older one is not waited for")
  func waits() throws {
    let scratch = try ScratchFolder("last-build")
    let file = try scratch.write("build.db", "")
    let built = second()
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file)
    LastBuild(folders: [scratch.path]).leaveItsSecond()
    #expect(second() > built)
    let began = Date()
    try FileManager.default.setAttributes([.modificationDate: began - 5], ofItemAtPath: file)
    LastBuild(folders: [scratch.path]).leaveItsSecond()
    #expect(Date().timeIntervalSince(began) < 0.5)
  }

  @Test("a second that has only just begun is not taken for over, as a file may still get the one before")
  func tick() {
    #expect(LastBuild.wait(at: 7.001, since: 6.999) > 0.01)
    #expect(LastBuild.wait(at: 7.5, since: 7.2) > 0.5 && LastBuild.wait(at: 7.5, since: 7.2) < 0.6)
    #expect(LastBuild.wait(at: 7.03, since: 6.999) == 0)
    #expect(LastBuild.wait(at: 7, since: 99) == 0)
  }

  @Test("a folder without anything built is not waited for")
  func nothing() throws {
    let scratch = try ScratchFolder("never-built")
    let began = Date()
    LastBuild(folders: [scratch.path]).leaveItsSecond()
    #expect(Date().timeIntervalSince(began) < 0.5)
  }
}
