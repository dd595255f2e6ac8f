import Model
import Words

/// What was left, as pages tell it: what is to be compared, and what stands alone.
struct AttachedFiles {
  struct Group {
    var files: ComparedFiles
    /// At which time that its test ran: 0 in the test run, then alone.
    var run = 0
    /// Later it left the very same.
    var isRepeated = false
  }

  var groups: [Group] = []
  /// Their paths.
  var alone: [String] = []

  private let artifacts: [String: Artifact]

  /// What one time left is never compared with what another one did.
  init(of test: TestCase, in input: SiteInput, _ artifacts: [String: Artifact]) {
    self.artifacts = artifacts
    for (place, paths) in test.filesOfRuns.enumerated() {
      // The first two lists are of the test run: the first attempt is that.
      add(paths, run: max(0, place - 1), input)
    }
  }

  init(_ paths: [String], in input: SiteInput, _ artifacts: [String: Artifact]) {
    self.artifacts = artifacts
    add(paths, run: 0, input)
  }

  private mutating func add(_ paths: [String], run: Int, _ input: SiteInput) {
    let files = paths.filter(input.isBeside).map {
      ComparedFiles.File(path: $0, name: Self.name(of: $0, artifacts))
    }
    let found = ComparedFiles.grouped(files)
    for group in found.groups {
      let same = groups.firstIndex { $0.run < run && marks(of: $0.files) == marks(of: group) }
      guard let same else {
        groups.append(Group(files: group, run: run))
        continue
      }
      groups[same].isRepeated = true
    }
    alone += found.alone.map(\.path)
  }

  /// Of what is in them; one of which nothing is known is like no other.
  private func marks(of group: ComparedFiles) -> [ComparedFiles.Role: String] {
    group.files.mapValues { artifacts[$0.path]?.sha256 ?? $0.path }
  }

  /// What its test called it.
  static func name(of path: String, _ artifacts: [String: Artifact]) -> String {
    artifacts[path]?.name ?? String(path.drop { $0 != "/" }.dropFirst())
  }
}

extension SiteInput {
  /// Whether such a file lies beside the pages.
  func isBeside(_ path: String) -> Bool { bytes[path] != nil && !path.pathParts.contains("..") }
}
