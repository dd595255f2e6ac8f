import Model
import Words

/// The tests in files of no target: they would run if Package.swift had them.
struct StrayTests {
  private let strays: [TestSource]
  private let classes: TestClasses

  /// More of one folder are told as that folder.
  private static let mostFiles = 3

  /// `sources`: those that are built, for the classes that strays inherit from.
  init(_ strays: [TestSource], beside sources: [TestSource]) {
    (self.strays, classes) = (strays, TestClasses(sources + strays))
  }

  var rows: [DidNotRun] {
    let found = strays.map { ($0, tests(in: $0)) }.filter { !$0.1.isEmpty }
    return Dictionary(grouping: found) { $0.0.folder }.values.flatMap { members -> [DidNotRun] in
      guard members.count > Self.mostFiles, let folder = members.first?.0.folder else {
        return members.map { source, tests in
          row(
            source.file, source.file.rawValue.split(separator: "/").last.map { String($0) } ?? "", in: source,
            line: tests.map(\.line).min(), tests: tests.count)
        }
      }
      let count = members.map(\.1.count).reduce(0, +)
      return [
        row(PackagePath(folder), folder, in: members[0].0, tests: count, files: members.count)
      ]
    }
  }

  private func row(
    _ file: PackagePath, _ name: String, in source: TestSource, line: Int? = nil, tests: Int, files: Int = 1
  ) -> DidNotRun {
    let what = Figures.count(tests, "test")
    let whole = files > 1 ? "\(Figures.count(files, "file")) with \(what)" : what
    let why =
      source.target.name.isEmpty
      ? "Package.swift gives \(files > 1 ? "them" : "it") to none"
      : "Package.swift leaves \(files > 1 ? "them" : "it") out of \(source.target.name)"
    return DidNotRun(
      .noTarget, name, target: source.target.name, file: file, line: line, why: "\(why): \(whole)",
      tests: tests)
  }

  private func tests(in source: TestSource) -> [TestDeclarations.Function] {
    let declarations = source.declarations
    return declarations.functions.filter { function in
      guard function.body != nil, function.condition.answer != .no else { return false }
      if function.isSwiftTesting { return true }
      guard function.name.hasPrefix("test"), let type = function.type.map({ declarations.types[$0] }),
        function.whyNoTest(in: type) == nil
      else { return false }
      return classes.kind(of: type.name, in: source.target.c99name) == .xctest
    }
  }
}

extension TestSource {
  fileprivate var folder: String {
    file.rawValue.split(separator: "/").dropLast().joined(separator: "/")
  }
}
