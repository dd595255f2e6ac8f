import Files
import Formats
import Foundation
import Model
import Processes

/// The test bundle: a program that can be run as `swift test` runs it.
struct TestProgram {
  let path: String

  enum Search: Equatable {
    case found(String)
    /// The package has no test targets.
    case noTests
    /// It has, but their program is not where it used to be.
    case unknownLayout
  }

  static func path(
    package: PackageDescription, buildFolder: String, configuration: Configuration
  ) -> String {
    "\(buildFolder)/\(configuration.rawValue)/\(package.name)PackageTests.xctest"
  }

  static func search(package: PackageDescription, buildFolder: String, configuration: Configuration) -> Search
  {
    guard package.targets.contains(where: { $0.type == "test" }) else { return .noTests }
    let path = path(package: package, buildFolder: buildFolder, configuration: configuration)
    guard ProgramSearch.executable(path) != nil else { return .unknownLayout }
    return .found(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  /// What XCTest would run; the program is started for it, as its class list is only known to itself.
  func listXCTests(
    _ workbench: Workbench, adding extra: [String: String] = [:]
  ) throws -> (entries: [TestList.Entry], isTrustworthy: Bool) {
    let folder = workbench.folder.scratch + "/list"
    try makeFolder(folder)
    let profile = folder + (hasLibraries ? "/%p.%m.profraw" : "/%p.profraw")
    let own = ["LLVM_PROFILE_FILE": profile, "SWIFT_BACKTRACE": "enable=no"]
    return try list(["--list-tests"], adding: own.merging(extra) { $1 }, workbench)
  }

  /// XCTest makes all tests to list them, and frees them before it ends: one that dies of that takes with it
  /// what was printed into a pipe. On a terminal each line is out before.
  private func list(
    _ arguments: [String], adding extra: [String: String], _ workbench: Workbench
  ) throws -> (entries: [TestList.Entry], isTrustworthy: Bool) {
    let environment = workbench.testEnvironment(adding: extra)
    let (end, said) = try workbench.ask(
      path, arguments, in: workbench.packageFolder, environment: environment, limit: Self.listLimit,
      seconds: Self.secondsOfList)
    let list = TestList.read(said.output)
    guard end.ending != .exited(0) else { return list }
    // What hangs would hang again.
    if end.stopped == .time { return (list.entries, false) }
    let shown = ShownList(limit: Self.listLimit)
    _ = try workbench.run(
      Command(
        executable: path, arguments: arguments, environment: environment, folder: workbench.packageFolder,
        outputs: .terminal),
      observer: shown, seconds: Self.secondsOfList)
    return shown.whole.map { ($0, true) } ?? (list.entries, false)
  }

  private static let listLimit = 64 << 20
  private static let secondsOfList = 120.0

  /// Whether it begins by an entry file of the package: such a program lists and runs its XCTest tests,
  /// whichever library it is asked for.
  func startsXCTestAlone(_ workbench: Workbench) throws -> Bool {
    let list = try list(
      ["--testing-library", "swift-testing", "--list-tests"],
      adding: ["LLVM_PROFILE_FILE": "/dev/null", "SWIFT_BACKTRACE": "enable=no"], workbench)
    // A name of several lines tears the list.
    return list.isTrustworthy || list.entries.contains(where: \.isQuick)
  }
}

extension TestProgram {
  /// The ids of Swift Testing's tests; nil where they cannot be known, also as something that was printed
  /// without a newline stands before one of a test module.
  func listSwiftTesting(_ workbench: Workbench, modules: Set<String> = []) -> [TestID]? {
    let environment = workbench.testEnvironment(adding: ["LLVM_PROFILE_FILE": "/dev/null"])
    let answer = try? workbench.ask(
      path, ["--testing-library", "swift-testing", "--list-tests"], in: workbench.packageFolder,
      environment: environment, limit: 16 << 20, seconds: 60)
    // With none it says so by its status.
    if let answer, answer.end.ending == .exited(Self.noTests), answer.said.output.isEmpty { return [] }
    guard let answer, answer.end.ending == .exited(0) else { return nil }
    return Self.swiftTesting(answer.said.output, modules: modules)
  }

  private static let noTests: Int32 = 69

  static func swiftTesting(_ list: [UInt8], modules: Set<String>) -> [TestID]? {
    let lines = list.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    let isTorn = lines.contains { line in
      !modules.contains(String(line.prefix { $0 != "." })) && modules.contains { line.contains($0 + ".") }
    }
    return isTorn ? nil : lines.map { TestID($0) }
  }
}

extension TestSelection {
  func admits(_ test: TestID) -> Bool {
    let name = test.rawValue
    func matches(_ pattern: String) -> Bool { name.range(of: pattern, options: .regularExpression) != nil }
    return (filters.isEmpty || filters.contains(where: matches)) && !skips.contains(where: matches)
  }
}

/// The filters of the user, as `swift test` understands them.
extension Bot.TestSettings {
  func admits(_ test: TestID) -> Bool {
    TestSelection(filters: filters, skips: skips).admits(test)
  }

  /// For Swift Testing, which filters by itself.
  var filterArguments: [String] { filters.flatMap { ["--filter", $0] } + skips.flatMap { ["--skip", $0] } }
}
