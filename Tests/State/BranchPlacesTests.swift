import Files
import Foundation
import Kit
import Model
import Synchronization
import Testing

@testable import State

@Suite("What is built for branches, side by side")
struct BranchPlacesTests {
  private struct Cut: Error {}

  private let scratch: ScratchFolder
  private var places: BranchPlaces { BranchPlaces(folder: scratch.path) }

  init() throws {
    scratch = try ScratchFolder("places")
    try scratch.write("checkout/.git/HEAD", "clone")
    try scratch.write("checkout/.git/bothy/files", "main")
    try lay("main", in: "", ["build", "build-plain"])
    try places.adopt("main")
    try lay("other", in: "copy/", ["build", "build-archive"])
    try scratch.write("copy/files", "other")
    try places.keep(copy: scratch.path + "/copy", for: "other")
  }

  private func lay(_ branch: String, in folder: String, _ builds: [String]) throws {
    for name in ["checkout"] + builds { try scratch.write("\(folder)\(name)/of", branch) }
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: scratch.path + "/" + name)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whose each thing is that lies in the bot's folder.
  private var standing: [String: String] {
    let names = ["checkout/of", "checkout/.git/bothy/files"] + BranchPlaces.builds.map { $0 + "/of" }
    return names.reduce(into: [:]) { found, name in found[name] = text(name) }
  }

  private static let main = [
    "checkout/of": "main", "checkout/.git/bothy/files": "main", "build/of": "main", "build-plain/of": "main",
  ]
  private static let other = [
    "checkout/of": "other", "checkout/.git/bothy/files": "other", "build/of": "other",
    "build-archive/of": "other",
  ]

  @Test("two branches in turn find what was built for them, and the clone is there for both")
  func turns() throws {
    for (branch, expected) in [("other", Self.other), ("main", Self.main), ("other", Self.other)] {
      try places.stand(on: BranchName(branch))
      #expect(standing == expected)
      #expect(text("checkout/.git/HEAD") == "clone")
      #expect(places.all().map(\.branch) == [branch == "main" ? "other" : "main"])
    }
  }

  @Test("cut off after any of its renames, it is gone on with and nothing is lost", arguments: 0..<12)
  func cut(after most: Int) throws {
    var places = places
    let moved = Mutex(0)
    places.moving = { from, to in
      try moved.withLock { count in
        guard count < most else { throw Cut() }
        count += 1
      }
      try FileManager.default.moveItem(atPath: from, toPath: to)
    }
    let isDone = (try? places.stand(on: "other")) != nil
    try self.places.mend()
    let mark = try #require(self.places.mark)
    #expect(mark.act == .standing && (mark.branch == "other" || !isDone))
    #expect(standing == (mark.branch == "other" ? Self.other : Self.main))
    #expect(text("checkout/.git/HEAD") == "clone")
    let left: BranchName = mark.branch == "other" ? "main" : "other"
    #expect(self.places.all().map(\.branch) == [left])
    try self.places.stand(on: left)
    #expect(standing == (left == "other" ? Self.other : Self.main))
  }

  @Test("where something is in the way nothing that was built is believed, and the clone stays")
  func doubt() throws {
    var places = places
    places.moving = { from, to in
      if to.hasSuffix("/build") { throw Cut() }
      try FileManager.default.moveItem(atPath: from, toPath: to)
    }
    #expect(throws: Cut.self) { try places.stand(on: "other") }
    try self.places.startAnew(as: "other")
    #expect(standing["build/of"] == nil && standing["build-archive/of"] == nil)
    #expect(text("checkout/.git/HEAD") == "clone")
    #expect(self.places.mark == BranchPlaces.Mark(act: .standing, branch: "other"))
    #expect(self.places.all() == [])
  }

  @Test("a branch without a folder begins with nothing, and what nobody wrote down is taken as it is")
  func none() throws {
    try places.stand(on: "third")
    #expect(standing == [:] && text("checkout/.git/HEAD") == "clone")
    #expect(places.all().count == 2)
    try FileManager.default.removeItem(atPath: scratch.path + "/standing.json")
    try places.stand(on: "fourth")
    #expect(places.mark?.branch == "fourth" && places.all().count == 2)
  }

  @Test("it is known where what was built for a branch lies")
  func lying() {
    let build = scratch.path + "/build"
    #expect(places.lying(build, for: "main") == build)
    #expect(places.lying(build, for: "third") == build)
    #expect(places.lying(build, for: "other") == places.path(of: "other") + "/build")
  }

  @Test("a copy that was cut off goes, and is no folder of anybody")
  func copying() throws {
    try scratch.write("parked/\(BranchPlaces.key(of: "third")).new-41/checkout/of", "third")
    #expect(!places.isParked("third") && places.all().count == 1)
    try places.mend()
    #expect(!FileManager.default.fileExists(atPath: places.beside("third", process: 41)))
  }

  @Test("what is removed is whole or gone, wherever that is cut off")
  func removal() throws {
    let other = BranchPlaces.key(of: "other")
    // Where it cannot be moved out of the way it stays as it is.
    var stuck = places
    stuck.moving = { _, _ in throw Cut() }
    stuck.remove(other)
    #expect(throws: Cut.self) { try stuck.adopt("other") }
    #expect(places.isParked("other") && text("parked/\(other)/build-archive/of") == "other")
    // Half gone, it has another name.
    var cut = places
    cut.moving = { from, to in
      try FileManager.default.moveItem(atPath: from, toPath: to)
      throw Cut()
    }
    cut.remove(other)
    #expect(!places.isParked("other") && places.all() == [])
    #expect(try FileTree.entries(of: places.parked).map { HalfMade($0) != nil } == [true])
    try places.mend()
    #expect(try FileTree.entries(of: places.parked) == [])
  }

  @Test("where all is built anew nothing that is half gone is ever brought back")
  func anewCutOff() throws {
    var cut = places
    cut.moving = { from, to in
      try FileManager.default.moveItem(atPath: from, toPath: to)
      throw Cut()
    }
    #expect(throws: Cut.self) { try cut.startAnew(as: "other") }
    try places.mend()
    #expect(text("build/of") == nil && text("parked/\(BranchPlaces.key(of: "other"))/build/of") == "other")
    #expect(try FileTree.entries(of: places.parked).count == 1)
  }

  @Test("a copy takes the place of what is parked, made by the process that removes that")
  func copyInPlace() throws {
    let copy = places.beside("other", process: ProcessInfo.processInfo.processIdentifier)
    try makeFolder(copy + "/checkout")
    try Data("anew".utf8).write(to: URL(fileURLWithPath: copy + "/checkout/of"))
    try places.keep(copy: copy, for: "other")
    #expect(text("parked/\(BranchPlaces.key(of: "other"))/checkout/of") == "anew")
  }

  @Test("a clone under another name is parked as well, and its link stays")
  func named() throws {
    let checkout = scratch.path + "/parser"
    try CheckoutName.settle(checkout)
    try places.stand(on: "other")
    #expect(text("parser/of") == "other" && text("parser/.git/HEAD") == "clone")
    #expect(CheckoutName.held(in: scratch.path) == "parser")
    try places.stand(on: "main")
    #expect(text("checkout/of") == "main")
  }
}
