import Words

extension Suspicion {
  private static let mostNamed = 3

  /// "Suspected: Ada (1a2b3c4d, changed A.swift), 2 more commits", to all; nil where nobody is. Who was found
  /// is suspected no more.
  public static func sentence(of issue: Issue, in report: Report) -> String? {
    let found = of(issue, in: report)
    if let one = found.first, one.ground.isFound {
      let how = one.ground == .came ? "Came with a commit of" : "Broken by"
      return "\(how) \(one.commit.author) (\(one.commit.id.short), \(one.ofSomebody))"
    }
    let suspects = named(found).map { suspicion in
      let when = suspicion.isUntested ? ", before tests gave a verdict again" : ""
      return "\(suspicion.commit.author) (\(suspicion.commit.id.short), \(suspicion.ofSomebody)\(when))"
    }
    let left = count(of: found) - suspects.count
    let others = left > 0 ? [Figures.count(left, "more commit")] : []
    let packages = issue.cameFrom == nil ? dependencies(in: report) : nil
    let all = suspects + others + (packages.map { ["what it depends on (\($0))"] } ?? [])
    return all.isEmpty ? nil : "Suspected: " + all.joined(separator: ", ")
  }

  /// However many changed where it shows, who changed what it executes is among them.
  private static func named(_ found: [Suspicion]) -> [Suspicion] {
    let first = found.prefix(mostNamed)
    guard !first.contains(where: \.changedSource), let other = found.first(where: \.changedSource) else {
      return Array(first)
    }
    return first.dropLast() + [other]
  }

  private var changedSource: Bool {
    if case .changedSource = ground { true } else { false }
  }

  private var ofSomebody: String {
    switch ground {
    case .found: "it fails at this commit, and not before"
    case .came: "it failed there already"
    case .onlyCommit, .left: why
    case .changedLine(let line, let path): "the last to change \(Self.name(of: path)):\(line)"
    case .touched(let path), .changedSource(let path, isExecuted: false): "changed \(Self.name(of: path))"
    case .changedSource(let path, isExecuted: true):
      "changed \(Self.name(of: path)), which this test executes"
    case .among(let count): "one of \(Figures.count(count, "commit"))\(when)"
    }
  }
}
