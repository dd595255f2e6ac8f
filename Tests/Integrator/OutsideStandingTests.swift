import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("What is built where it lies, outside of the checkout")
struct OutsideStandingTests {
  @Test("is in doubt where it was changed while it was built, through a link or in a package elsewhere")
  func changed() throws {
    let scratch = try ScratchFolder("outside")
    defer { scratch.remove() }
    func write(_ path: String, _ text: String) throws {
      let place = URL(fileURLWithPath: scratch.path + "/" + path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place)
    }
    func standing() -> OutsideStanding {
      OutsideStanding(
        buildFolder: scratch.path + "/build", checkoutFolder: scratch.path + "/checkout")
    }
    try write("elsewhere/Q.swift", "1")
    try write("Other/Sources/O.swift", "1")
    try write("Other/notes.log", "1")
    try write("checkout/Sources/P.swift", "1")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/checkout/Sources/Q.swift",
      withDestinationPath: scratch.path + "/elsewhere/Q.swift")
    try write(
      "build/workspace-state.json",
      """
      {"object": {"dependencies": [{"packageRef": {"kind": "fileSystem", "location": "\(scratch.path)/Other"},
        "state": {"path": "\(scratch.path)/Other"}}]}}
      """)
    let before = standing()
    #expect(standing().doubt(since: before) == nil)
    try write("checkout/Sources/P.swift", "22")
    try write("Other/notes.log", "22")
    #expect(standing().doubt(since: before) == nil)
    try write("elsewhere/Q.swift", "22")
    let linked = try #require(standing().doubt(since: before))
    #expect(linked.contains("/elsewhere/Q.swift, which is built in place, changed while it was built"))
    try write("Other/Sources/O.swift", "22")
    #expect(standing().doubt(since: before)?.contains("/Other/Sources/O.swift and others, which are") == true)
  }
}
