import Files
import Formats
import Foundation
import Model
import Processes
import Words

/// A library that takes the place of XCTest's own beginning in a test program, and leaves to it only the
/// tests at given places of its list: what Quick makes has no names that a command line could say.
struct TestChooser: Sendable {
  /// The library itself.
  let file: String

  /// The program's own call of `XCTMain` lands here, as the linker takes what was loaded first.
  static let source = """
    import Foundation
    import XCTest

    @_silgen_name("$s6XCTest7XCTMainys5NeverOSayAA0A4CaseCm04testD5Class_SaySS_yAFKctG8allTeststGF")
    public func beginWithChosen(_ testCases: [XCTestCaseEntry]) -> Never {
      let words = ProcessInfo.processInfo.environment["BOTHY_CHOSEN"] ?? ""
      unsetenv("BOTHY_CHOSEN")
      unsetenv("LD_PRELOAD")
      let chosen = words.split(separator: ",").compactMap { word -> ClosedRange<Int>? in
        let ends = word.split(separator: "-").compactMap { Int($0) }
        return ends.count == 2 ? ends[0]...ends[1] : nil
      }
      var place = -1
      let kept = testCases.map { entry -> XCTestCaseEntry in
        let tests = entry.allTests.filter { _ in
          place += 1
          return chosen.contains { $0.contains(place) }
        }
        return (entry.testCaseClass, tests)
      }
      XCTMain(kept.filter { !$0.allTests.isEmpty }, arguments: CommandLine.arguments)
    }

    """

  /// What its process needs, so that it runs these of the announced tests and no others.
  func environment(choosing tests: Set<TestID>, of announced: [TestList.Entry]) -> [String: String] {
    [
      "LD_PRELOAD": file,
      "BOTHY_CHOSEN": Self.words(
        for: announced.indices.filter {
          tests.contains(announced[$0].id)
        }),
    ]
  }

  /// `0-3,7-7`
  static func words(for places: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for place in places {
      if let last = ranges.last, last.upperBound + 1 == place {
        ranges[ranges.count - 1] = last.lowerBound...place
      } else {
        ranges.append(place...place)
      }
    }
    return ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  /// Made once for a toolchain, and tried on the program: nil where it does not choose there.
  static func make(
    for program: TestProgram, _ announced: [TestList.Entry], _ toolchain: Toolchain, _ workbench: Workbench
  ) throws -> TestChooser? {
    guard let last = announced.last else { return nil }
    let folder = workbench.order.buildFolder + "/bothy-chooser"
    let chooser = TestChooser(file: folder + "/libBothyChooser.so")
    let mark = folder + "/made-of"
    let key = [UInt8]((toolchain.swift + "\n" + toolchain.version + "\n" + source).utf8)
    if contents(of: mark) != key || FileFacts(chooser.file) == nil {
      try makeFolder(folder)
      try Data(source.utf8).write(to: URL(fileURLWithPath: folder + "/Chooser.swift"))
      let compiler = (toolchain.swift as NSString).deletingLastPathComponent + "/swiftc"
      let (end, _) = try workbench.ask(
        compiler,
        ["-emit-library", "-module-name", "BothyChooser", "-o", chooser.file, folder + "/Chooser.swift"],
        in: folder, environment: workbench.packageManagerEnvironment(), limit: 1 << 20, seconds: 300)
      guard end.ending == .exited(0) else { return nil }
      try publish(key, as: mark)
    }
    let list = try program.listXCTests(
      workbench, adding: chooser.environment(choosing: [last.id], of: announced))
    return list.entries.count == 1 ? chooser : nil
  }
}
