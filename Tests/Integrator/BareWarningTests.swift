import Files
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

/// Of a line of no source, or of one whose compiler is not known.
@Suite("Remembered warnings that no compiler says") struct BareWarningTests {
  @Test("one that names no file holds until what was linked is linked again, or the build is planned anew")
  func bare() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    try makeFolder(root + "/build/debug")
    func warning(_ text: String) -> Diagnostic {
      Diagnostic(severity: .warning, message: text, file: nil, line: nil, column: nil)
    }
    let (linked, planned) = (warning("unknown -z value"), warning("dependency 'd' is not used by any target"))
    let memory = WarningMemory(buildFolder: root + "/build")
    try publish([], as: root + "/build/debug/tool")
    let now = Date().timeIntervalSince1970
    func carried(since: Double, isPlannedAnew: Bool = false, tellsPlanAlways: Bool = false) -> [Diagnostic] {
      memory.carriedOver(
        printed: [], since: since, package: root, isPlannedAnew: isPlannedAnew,
        tellsPlanAlways: tellsPlanAlways)
    }
    // What is kept once more goes on.
    for said in [SaidWarnings(products: [linked: ["tool"]]), SaidWarnings()] {
      try memory.keep([linked, planned], said, since: now + 60, package: root)
      #expect(carried(since: now + 60) == [linked, planned])
      #expect(carried(since: now + 60, isPlannedAnew: true) == [linked])
      #expect(carried(since: now + 60, tellsPlanAlways: true) == [linked])
      #expect(carried(since: now - 60) == [planned])
    }
  }

  @Test("that more was said than is kept holds until all is built anew")
  func cut() throws {
    let scratch = try ScratchFolder("memory")
    let memory = WarningMemory(buildFolder: scratch.path)
    #expect(!memory.wasCut)
    try memory.tellCut()
    #expect(memory.wasCut)
    #expect(!WarningMemory(buildFolder: scratch.path, configuration: .release).wasCut)
    try BuildFolder(path: scratch.path).throwAwayProducts()
    #expect(!memory.wasCut)
  }

  @Test("of another build system one holds until its file is changed")
  func ofOtherSystem() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    let memory = WarningMemory(buildFolder: root + "/build")
    try makeFolder(root + "/build")
    let file = root + "/A.swift"
    try publish([], as: file)
    utimes(file, [timeval(tv_sec: 100, tv_usec: 0), timeval(tv_sec: 100, tv_usec: 0)])
    let said = Diagnostic(severity: .warning, message: "unused", file: file, line: 3, column: 1)
    try memory.keep([said])
    func carried() -> [Diagnostic] {
      memory.carriedOver(printed: [], since: 10, package: root, isPlannedAnew: false, tellsPlanAlways: true)
    }
    #expect(carried() == [said])
    try publish(Array("let a = 1".utf8), as: file)
    #expect(carried() == [])
  }

  @Test("a warning of a manifest holds until the build is planned anew")
  func ofManifest() throws {
    let scratch = try ScratchFolder("memory")
    let memory = WarningMemory(buildFolder: scratch.path + "/build")
    try makeFolder(scratch.path + "/build")
    try publish([], as: scratch.path + "/Package.swift")
    let said = Diagnostic(
      severity: .warning, message: "unused", file: scratch.path + "/Package.swift", line: 3, column: 1)
    try memory.keep([said])
    for isAnew in [false, true] {
      let held = memory.carriedOver(printed: [], since: 10, package: scratch.path, isPlannedAnew: isAnew)
      #expect(held == (isAnew ? [] : [said]))
    }
    // A source may be called so.
    try makeFolder(scratch.path + "/Sources/Lib")
    try publish([], as: scratch.path + "/Sources/Lib/Package.swift")
    var ofSource = said
    ofSource.file = scratch.path + "/Sources/Lib/Package.swift"
    try memory.keep([ofSource])
    let held = memory.carriedOver(printed: [], since: 10, package: scratch.path, isPlannedAnew: true)
    #expect(held == [], "a manifest of another package, as no compiler reads it")
    let build = scratch.path + "/build/debug/Lib.build"
    try makeFolder(build)
    try publish([], as: build + "/Package.swift.o")
    let map = [try #require(ofSource.file): ["object": build + "/Package.swift.o"]]
    try publish([UInt8](JSONEncoder().encode(map)), as: build + "/output-file-map.json")
    let later = Date().timeIntervalSince1970 + 60
    try memory.keep([ofSource], since: later, package: scratch.path)
    #expect(
      memory.carriedOver(printed: [], since: later, package: scratch.path, isPlannedAnew: true) == [ofSource])
  }

  @Test("of a linker one whose product is not known holds until anything is linked")
  func unknownProduct() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    try makeFolder(root + "/build/debug")
    try publish([], as: root + "/build/debug/tool")
    let said = Diagnostic(severity: .warning, message: "hidden", file: nil, line: nil, column: nil)
    let memory = WarningMemory(buildFolder: root + "/build")
    let now = Date().timeIntervalSince1970
    try memory.keep([said], SaidWarnings(products: [said: [""]]), since: now + 60, package: root)
    for _ in 0..<2 {
      for (since, expected) in [(now + 60, [said]), (now - 60, [])] {
        #expect(
          memory.carriedOver(printed: [], since: since, package: root, isPlannedAnew: true) == expected)
      }
      // As a build that links nothing keeps it.
      try memory.keep([said], since: now + 60, package: root)
    }
  }
}
