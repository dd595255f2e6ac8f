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

  @Test("a folder without anything built is not waited for")
  func nothing() throws {
    let scratch = try ScratchFolder("never-built")
    let began = Date()
    LastBuild(folders: [scratch.path]).leaveItsSecond()
    #expect(Date().timeIntervalSince(began) < 0.5)
  }
}
