import Files
import Foundation
import Kit
import Testing

@testable import State

/// What toolchains build in turn, in folders of their own.
@Suite("What another toolchain built")
struct ToolchainPlacesTests {
  private typealias Maker = ToolchainPlaces.Maker

  private let scratch: ScratchFolder
  private var build: String { scratch.path + "/build" }
  private var places: ToolchainPlaces { ToolchainPlaces(beside: build) }

  init() throws { scratch = try ScratchFolder("toolchains") }

  private func stand(_ key: String, _ name: String = "build") throws {
    try makeFolder("\(scratch.path)/\(name)")
    try publish(Array(key.utf8), as: "\(scratch.path)/\(name)/of")
    try ToolchainPlaces.keep(Maker(key: key, version: "Swift \(key)"), of: "\(scratch.path)/\(name)")
  }

  private var standing: String { String(decoding: contents(of: build + "/of") ?? [], as: UTF8.self) }

  @Test("it lies aside under its toolchain's name, and comes back whole")
  func turns() throws {
    defer { scratch.remove() }
    try stand("one")
    #expect(!places.isAside(build, by: "one"))
    try places.putAside(build)
    #expect(places.isAside(build, by: "one") && !places.isAside(build, by: "two"))
    #expect(!places.isAside(scratch.path + "/build-plain", by: "one"))
    try stand("two")
    try places.putAside(build)
    try places.bring(build, by: "one")
    #expect(standing == "one" && ToolchainPlaces.maker(of: build) == Maker(key: "one", version: "Swift one"))
    #expect(places.all(for: "main").map(\.key) == ["build-two"])
    #expect(places.all(for: "main").allSatisfy { $0.bytes > 0 && $0.branch == "main" })
  }

  @Test("what lies aside of the same toolchain gives way to what was built later")
  func again() throws {
    defer { scratch.remove() }
    try stand("one", "build-others/build-one")
    try publish([], as: places.path + "/build-one/older")
    try stand("one")
    try places.putAside(build)
    #expect(
      FileFacts(places.path + "/build-one/of") != nil && FileFacts(places.path + "/build-one/older") == nil)
  }

  @Test("one that nobody says the toolchain of is never put aside or taken for anybody's")
  func unknown() throws {
    defer { scratch.remove() }
    try makeFolder(build)
    try places.putAside(build)
    #expect(FileFacts(build) != nil)
    try makeFolder(places.aside(build, by: "one"))
    #expect(!places.isAside(build, by: "one"))
    try ToolchainPlaces.keep(Maker(key: "two", version: ""), of: places.aside(build, by: "one"))
    #expect(!places.isAside(build, by: "one"))
  }

  @Test("one whose removing is cut off does not come back, and the rest of it goes")
  func removal() throws {
    defer { scratch.remove() }
    try stand("one", "build-others/build-one")
    try stand("two", "build-others/build-two.new-17")
    #expect(places.all(for: nil).map(\.key) == ["build-one"])
    places.mend()
    #expect(try FileTree.entries(of: places.path) == ["build-one"])
    // Where it cannot be moved out of the way it stays as it is.
    var stuck = places
    stuck.moving = { _, _ in throw POSIXError(.EIO) }
    stuck.remove("build-one")
    #expect(places.isAside(build, by: "one"))
    places.remove("build-one")
    #expect(try FileTree.entries(of: places.path) == [])
  }
}
