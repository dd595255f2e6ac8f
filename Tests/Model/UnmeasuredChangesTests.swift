import Foundation
import Model
import Testing

@Suite struct UnmeasuredChangesTests {
  private let old = CommitID(String(repeating: "a", count: 40))
  private let new = CommitID(String(repeating: "b", count: 40))

  private func note(_ files: [ChangedFile], since: CommitID?, _ unmeasured: [String]) -> String? {
    var report = Report(
      bot: "b", integration: 2, result: .succeeded, reason: "",
      commit: Commit(
        id: new, branch: "main", author: "A", email: "a", date: .distantPast, subject: "", changes: false),
      toolchain: "", configuration: .debug, queued: .distantPast, started: .distantPast)
    report.changes = Changes(
      since: since.map { Changes.Since(integration: 1, commit: $0) }, files: files, note: nil)
    report.coverage = CoverageReport(
      targets: [],
      notMeasured: unmeasured.map {
        NotMeasured(path: PackagePath($0), why: "test support: only tests use it")
      },
      excluded: [])
    return UnmeasuredChanges.note(report)
  }

  @Test("changed lines of files that are not measured are counted, with the first file and why")
  func counted() {
    let files = [
      ChangedFile(path: "Sources/A.swift", lines: [[1, 9]]),
      ChangedFile(path: "Sources/X/X.swift", lines: [[3, 4], [8, 8]]),
      ChangedFile(path: "Sources/X/Y.swift", lines: [[1, 1]]),
      ChangedFile(path: "Sources/X/Z.swift", lines: []),
    ]
    let (x, y, z) = ("Sources/X/X.swift", "Sources/X/Y.swift", "Sources/X/Z.swift")
    #expect(
      note(files, since: old, [x, y, z])
        == "4 changed lines are in files that are not counted: Sources/X/X.swift (test support: only tests "
        + "use it) and 1 more file.")
    #expect(
      note(files, since: old, [y])
        == "1 changed line is in files that are not counted: Sources/X/Y.swift (test support: only tests "
        + "use it).")
    #expect(note(files, since: old, [z]) == nil && note(files, since: nil, [x]) == nil)
    #expect(note(files, since: new, [x]) == nil, "of the very same commit nothing changed")
  }
}
