import Model
import Templates
import Words

extension PagePart {
  /// Those that lie beside the pages.
  func attachments(of test: TestCase) -> TemplateValue {
    let files = AttachedFiles(of: test, in: material.input, material.artifacts)
    let all = test.files.filter(isBeside).map(attachment)
    guard !all.isEmpty else { return .null }
    let runs = max(0, test.attempts.count - 1)
    return .object([
      "list": .list(all), "count": .count(all.count),
      "compared": .some(files.groups.map { compared($0, ofRuns: runs) }),
      "alone": .some(files.alone.map(attachment)),
    ])
  }

  /// One of them; a picture that is not too large is shown.
  func attachment(_ path: String) -> TemplateValue { .object(fields(of: path)) }

  /// Something that is seen without opening it.
  func hasPictures(_ test: TestCase) -> Bool {
    test.files.contains { isBeside($0) && isPicture($0) }
      || !AttachedFiles(of: test, in: material.input, material.artifacts).groups.isEmpty
  }

  func isPicture(_ path: String) -> Bool { Pictures.isOne(path, material.input.bytes[path] ?? 0) }

  /// What is to be compared, as one figure; `runs` is how often its test ran alone.
  func compared(_ group: AttachedFiles.Group, ofRuns runs: Int = 0) -> TemplateValue {
    let sides = ComparedFiles.Role.allCases.compactMap { role in group.files.files[role].map { (role, $0) } }
    let texts = group.files.files[.reference].flatMap { material.comparedTexts[$0.path] }
    let name = group.files.name.isEmpty ? "What was compared" : group.files.name
    let which = runs > 1 ? " (\(group.run) of \(runs))" : ""
    let when = group.run > 0 ? ", when it ran alone\(which)" : ""
    let again = group.isRepeated ? "; the same when it ran alone" : ""
    var fields: [String: TemplateValue] = [
      "name": .line(name + when + again), "difference": .null, "note": .null,
      "sides": .list(
        sides.map { role, file in
          .object(self.fields(of: file.path).merging(["role": .text(role.word)]) { $1 })
        }),
    ]
    switch texts {
    case .difference(let told): fields["difference"] = DifferenceView(difference: told).value
    case .note(let words): fields["note"] = .text(words)
    case nil: break
    }
    return .object(fields)
  }

  private func fields(of path: String) -> [String: TemplateValue] {
    let name = AttachedFiles.name(of: path, material.artifacts)
    return fields(of: path, name: name, isPicture: isPicture(path))
  }
}

extension ComparedFiles.Role {
  fileprivate var word: String {
    switch self {
    case .reference: "reference"
    case .failed: "failed"
    case .difference: "difference"
    }
  }
}
