import Explaining
import Files
import Git
import Model

/// Which of several commits last changed the lines in which something new is wrong.
struct TellLineOrigins: Step {
  let phase = Phase.Kind.report

  private static let mostFiles = 20
  private static let mostSeconds = 10.0

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let report = facts.report
    // Of one commit alone there is nothing to be found out; in the very first integration all is new.
    let all = report.commits + (report.untested?.commits ?? [])
    guard report.comparedWith != nil, all.count > 1, let commit = report.commit,
      let old = report.untested?.commit ?? workbench.order.baseline?.commit
    else { return }
    let fresh = (report.issues.new + report.issues.cameBack).filter(\.seen)
    let places = fresh.compactMap { issue in issue.file.flatMap { file in issue.line.map { (file, $0) } } }
    let lines = Dictionary(grouping: places, by: \.0).mapValues { Set($0.map(\.1)) }
    guard !lines.isEmpty else { return }
    let came = Set(all.map(\.id))
    let end = ContinuousClock.now + .seconds(Self.mostSeconds)
    do {
      let order = workbench.order
      let repository = try Repository(at: try Repository.find(from: order.repository))
      for (file, lines) in lines.sorted(by: { $0.key.rawValue < $1.key.rawValue }).prefix(Self.mostFiles) {
        guard ContinuousClock.now < end, !workbench.cancellation.isCanceled else { break }
        guard let path = KeptSources.place(of: file, in: order.settings.package),
          let content = contents(of: order.checkoutFolder + "/" + path),
          // One that is damaged, or a history that is cut off, tells nothing.
          let found = try? repository.origins(
            of: lines, in: path, holding: content, at: commit.id.rawValue, after: old.rawValue)
        else { continue }
        let origins = found.mapValues { CommitID($0) }.filter { came.contains($0.value) }
        facts.report.issues.tell(origins, in: file)
      }
    } catch { workbench.note(Explanation(error, doing: "looking for who changed what is wrong").asNote) }
  }
}

extension IssueLists {
  fileprivate mutating func tell(_ origins: [Int: CommitID], in file: PackagePath) {
    func told(_ issue: Issue) -> Issue {
      guard issue.file == file, let line = issue.line else { return issue }
      var issue = issue
      issue.lineChangedBy = origins[line]
      return issue
    }
    new = new.map(told)
    cameBack = cameBack.map(told)
  }
}
