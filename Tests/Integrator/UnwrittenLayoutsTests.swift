import Files
import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("When modules were compiled whose layout nobody writes down")
struct UnwrittenLayoutsTests {
  @Test("a build goes on from one that did not come to its end, and a module from when it was forgotten")
  func since() throws {
    let scratch = try ScratchFolder("layouts")
    defer { scratch.remove() }
    let layouts = UnwrittenLayouts(path: scratch.path + "/begun")
    #expect(layouts.since("Low") == nil)
    try layouts.forgot("Low")
    #expect(layouts.since("Low") == nil)
    try layouts.begin()
    let begun = try #require(layouts.since("Low"))
    try layouts.begin()
    #expect(layouts.since("Low") == begun)
    // As coarse as the dates of files are.
    Thread.sleep(forTimeInterval: 0.05)
    try layouts.forgot("Low")
    #expect(layouts.since("Low").map { $0 > begun } == true && layouts.since("High") == begun)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["begun"])
    try layouts.end()
    try layouts.end()
    #expect(layouts.since("High") == nil)
  }

  @Test("what is written there that nobody understands is as if nothing had begun")
  func broken() throws {
    let scratch = try ScratchFolder("layouts")
    defer { scratch.remove() }
    let layouts = UnwrittenLayouts(path: scratch.path + "/begun")
    try publish(Array("{".utf8), as: layouts.path)
    #expect(layouts.since("Low") == nil)
    try layouts.begin()
    #expect(layouts.since("Low") != nil)
  }
}
