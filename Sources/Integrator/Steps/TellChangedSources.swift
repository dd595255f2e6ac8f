import Coverage
import Model

/// Which of the sources that several commits changed a test executes that fails newly: by the map of who
/// tests what where there is one, else any that it may reach and is no test.
struct TellChangedSources: Step {
  let phase = Phase.Kind.report

  private static let mostTests = 200

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let report = facts.report
    let commits = report.commits + (report.untested?.commits ?? [])
    // Of one commit alone there is nothing to be told apart.
    guard report.comparedWith != nil, commits.count > 1 else { return }
    let fresh = (report.issues.new + report.issues.cameBack).filter { $0.seen && $0.kind == .testFailure }
    let changed = Set(commits.flatMap { $0.changed?.files.map(\.path) ?? [] })
    guard !fresh.isEmpty, !changed.isEmpty else { return }
    let places = SourcePlaces(package: workbench.settings.package)
    let package = facts.evidence.package
    let map = workbench.formerTestMap.value
    let renamed = report.comparedWith?.tests?.renamed ?? []
    let former = Dictionary(renamed.map { ($0.to, $0.from) }) { first, _ in first }
    let tests = Set(fresh.compactMap(\.test)).sorted().prefix(Self.mostTests)
    let targets = Dictionary(report.tests.cases.map { ($0.id, $0.target) }) { first, _ in first }
    let besides = package.map { package in
      changed.filter { change in
        places.file(at: change).map(package.isOfNoTarget) ?? PackageDescription.isCode(change)
      }
    }
    let told = tests.compactMap { test -> (TestID, ChangedSources)? in
      let mapped = map.flatMap { map in
        (map.test(test) ?? former[test].flatMap(map.test)).map { map.functions(of: $0) }
      }
      let executed = mapped.map { Set($0.compactMap { places.place(of: $0.path) }) }
      let sources = package.map { package in
        changed.filter { change in
          places.file(at: change).map { package.isSource($0, thatMayRunIn: targets[test] ?? "") } ?? false
        }
      }
      return ChangedSources(changed, executed: executed, sources: sources, besides: besides ?? [])
        .map { (test, $0) }
    }
    facts.report.issues.tell(Dictionary(uniqueKeysWithValues: told))
  }
}

/// Where the files of a package lie in their repository.
private struct SourcePlaces {
  let package: String

  func place(of file: PackagePath) -> String? { KeptSources.place(of: file, in: package) }

  /// Nil for what lies beside the package.
  func file(at place: String) -> PackagePath? {
    guard let folder = KeptSources.place(of: "x", in: package)?.dropLast() else { return nil }
    return place.hasPrefix(folder) ? PackagePath(String(place.dropFirst(folder.count))) : nil
  }
}

extension IssueLists {
  fileprivate mutating func tell(_ sources: [TestID: ChangedSources]) {
    func told(_ issue: Issue) -> Issue {
      guard issue.kind == .testFailure, let test = issue.test else { return issue }
      var issue = issue
      issue.mayExecute = sources[test]
      return issue
    }
    new = new.map(told)
    cameBack = cameBack.map(told)
  }
}
