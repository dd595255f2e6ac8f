import Model
import Templates
import Words

/// Lines that ran in only one of two integrations though their file is the same, and what is known of why.
struct OtherLinesView: PagePart {
  let frame: PageFrame

  private static let mostFiles = 100
  private static let mostRanges = 40
  private static let mostTests = 5

  var value: TemplateValue {
    guard let before = report.comparedWith?.coverage, let other = before.otherLines else { return .null }
    let isSteady = other.sameSources && before.unequal == nil
    return .object([
      "title": .text(
        isSteady ? "Lines that run only sometimes" : "Other lines than in \(before.integration)"),
      "sentence": .text(isSteady ? steady(other, before) : unsteady(other, before)),
      "tests": .some(tests(other, before)),
      "list": .list(other.files.prefix(Self.mostFiles).map(file)),
      "left": .more(other.files.count - Self.mostFiles, "more file"),
    ])
  }

  private func steady(_ other: OtherLines, _ before: Comparison.Coverage) -> String {
    "The sources, the settings and what they depend on are those of \(before.integration): "
      + "\(other.sometimes). What decides it lies outside of them: time, chance, threads, this machine."
  }

  private func unsteady(_ other: OtherLines, _ before: Comparison.Coverage) -> String {
    let files = Figures.count(other.files.count, "file")
    let isOne = other.files.count == 1
    let what = "\(files) \(isOne ? "is" : "are") the same as in \(before.integration), and ran otherwise."
    guard let tests = other.tests else { return what + " Which tests ran then is not known any more." }
    return what
      + (tests.isNone
        ? " The same tests ran, and ended in the same ways." : " Of the tests, these are not what they were:")
  }

  private func tests(_ other: OtherLines, _ before: Comparison.Coverage) -> [TemplateValue] {
    (other.tests?.rows(before: before.integration) ?? []).map { words, tests in
      let shown = tests.first.prefix(Self.mostTests)
      let known = Set(report.tests.cases.map(\.id))
      return .object([
        "words": .text("\(Figures.grouped(tests.count)) \(words)"),
        "list": .list(
          shown.map { test in
            .link(test.rawValue, known.contains(test) ? "tests.html#\(SiteMaterial.anchor(of: test))" : nil)
          }),
        "left": .more(tests.count - shown.count, "more", "more"),
      ])
    }
  }

  private func file(_ file: OtherLines.File) -> TemplateValue {
    .object([
      "file": place(file.path), "ran": ranges(file.ran, file.path),
      "didNotRun": ranges(file.didNotRun, file.path), "partly": ranges(file.partly.ranges, file.path),
    ])
  }

  private func ranges(_ ranges: [[Int]], _ path: PackagePath) -> TemplateValue {
    guard !ranges.isEmpty else { return .null }
    return .object([
      "list": .list(
        ranges.prefix(Self.mostRanges).map { .link(ChangedView.text($0), source(path, line: $0.first)) }),
      "left": .bool(ranges.count > Self.mostRanges),
    ])
  }
}
