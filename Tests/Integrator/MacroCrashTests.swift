import Foundation
import Kit
import Model
import Processes
import Testing

@testable import Formats
@testable import Integrator

@Suite("A crash in what a macro is given")
struct MacroCrashTests {
  private static let source = """
    import Testing

    @Test func a() {
      #expect(none()! == "x")
      #expect(throws: E.self) {
        _ = none()!
      }
    }
    """
  private static let stopper = #"{"symbol": "$s", "description": "_assertionFailure(_:_:file:line:flags:)"}"#
  private static let told = "M/A.swift:%: Fatal error: Unexpectedly found nil while unwrapping"

  private func frame(_ function: String, _ file: String, _ line: Int) -> String {
    #"{"symbol": "$s", "description": "\#(function)", "sourceLocation": {"file": "\#(file)", "#
      + #""line": \#(line), "column": 9}}"#
  }

  private func expansion(_ call: Int, _ line: Int, _ name: String = "6expect", in source: String = "Aswift")
    -> String
  {
    let file = "@__swiftmacro_1M0010\(source)_DJEEdfMX\(call - 1)_8_\(name)fMf_.swift"
    return frame("what it is given", "/tmp/swift-generated-sources/" + file, line)
  }

  /// Where it is told to be.
  private func place(_ frames: [String], named line: Int?, declared: Int = 3) throws -> String? {
    let scratch = try ScratchFolder("macro-crash")
    defer { scratch.remove() }
    let folder = scratch.path + "/Tests/M"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(Self.source.utf8).write(to: URL(fileURLWithPath: folder + "/A.swift"))
    let sources = SourceMap(packageFolder: scratch.path, targets: [("M", "Tests/M", ["A.swift"])])
    let whole = frames.joined(separator: ",").replacing("/p/", with: scratch.path + "/")
    let json =
      #"{"description": "Illegal instruction", "threads": [{"crashed": true, "frames": [\#(whole)]}]}"#
    var row = TestCase(id: "M.a()", library: .swiftTesting, target: "M", suite: "", name: "a()")
    (row.file, row.line) = ("Tests/M/A.swift", declared)
    let end = ProcessEnd(
      ending: .signaled(SIGILL), stopped: nil, seconds: 1, cpuSeconds: 1, peakMemoryBytes: 1, leftBehind: 0)
    var blame = Blame(end: end, limit: "")
    blame.crash = try CrashReport.read(json: Array(json.utf8), sources: sources)
    blame.sources = sources
    blame.fatalErrors = line.map { [Self.told.replacing("%", with: "\($0)")] } ?? []
    let crash = try #require(blame.put(on: row).crash)
    #expect(crash.macro == nil)
    return crash.file.map { "\($0):\(crash.line ?? 0)" }
  }

  private var own: String { frame("a()", "/p/Tests/M/A.swift", 4) }

  @Test("is where the macro stands, whatever line the runtime was given of what that expands to")
  func placed() throws {
    #expect(try place([Self.stopper, expansion(4, 1), own], named: 1) == "Tests/M/A.swift:4")
    #expect(try place([Self.stopper, expansion(4, 1), own], named: 4) == "Tests/M/A.swift:4")
    // A stack may be cut off before the test.
    #expect(try place([Self.stopper, expansion(4, 1)], named: 1) == "Tests/M/A.swift:4")
    #expect(try place([expansion(4, 1)], named: nil) == "Tests/M/A.swift:4")
    #expect(try place([expansion(4, 1, in: "Bswift")], named: nil) == nil)
  }

  @Test("is in the closure of an expectation where that begins at the end of its line")
  func closure() throws {
    #expect(try place([Self.stopper, expansion(5, 2)], named: 2) == "Tests/M/A.swift:6")
    #expect(try place([Self.stopper, expansion(4, 2)], named: 2) == "Tests/M/A.swift:4")
    #expect(try place([Self.stopper, expansion(5, 2, "3own")], named: 2) == "Tests/M/A.swift:5")
  }

  @Test("is in no line in front of its test, as the compiler tells in a release")
  func inFront() throws {
    #expect(try place([frame("specialized a()", "/p/Tests/M/A.swift", 1)], named: nil) == nil)
    #expect(
      try place([frame("specialized a()", "/p/Tests/M/A.swift", 6)], named: nil) == "Tests/M/A.swift:6")
    #expect(try place([frame("b()", "/p/Tests/M/A.swift", 1)], named: nil) == "Tests/M/A.swift:1")
  }
}
