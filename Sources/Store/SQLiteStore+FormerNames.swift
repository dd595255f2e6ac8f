import Foundation
import Model

extension TestStories {
  /// What the branch that another one left called it: nothing on that one tells of it under that name.
  func namesElsewhere(
    _ test: TestID, besides known: Set<TestID>
  ) throws -> [TestStory.FormerName] {
    var found: [TestStory.FormerName] = []
    let lineages = lineages.sorted { $0.key < $1.key }
    // A branch goes on from a name that its base gave it by then, and that other ones led to.
    var (looked, next): (Set<TestID>, [(id: TestID, until: IntegrationNumber?)]) = ([test], [(test, nil)])
    while let now = next.popLast() {
      for (_, lineage) in lineages {
        for former in lineage.formerNames(of: now.id) where former.until <= now.until ?? former.until {
          if looked.insert(former.id).inserted { next.append((former.id, former.until)) }
        }
      }
      try addNames(before: now, lineages, besides: known, to: &found)
    }
    return found.sorted { ($1.last, $0.id) < ($0.last, $1.id) }
  }

  private func addNames(
    before now: (id: TestID, until: IntegrationNumber?), _ lineages: [(key: String, value: TestLineage)],
    besides known: Set<TestID>, to found: inout [TestStory.FormerName]
  ) throws {
    for (name, lineage) in lineages {
      for former in lineage.formerNames(of: now.id)
      where !known.contains(former.id) && former.until <= now.until ?? former.until {
        let last = try store.database.first(
          """
          SELECT integration.number, integration.branch FROM test
          CROSS JOIN outcome ON outcome.test = test.id
          CROSS JOIN integration ON integration.id = outcome.integration
          CROSS JOIN integration AS next ON next.bot = ?1 AND next.number = ?3
          WHERE test.bot = ?1 AND test.name = ?2 AND integration.number < ?3
            AND (integration.branch = next.branch
              OR integration.number IN (next.comparedWith, next.baseNumber))
          ORDER BY integration.number DESC LIMIT 1
          """, bot, former.id.rawValue, former.until.value
        ) { (number: $0.number("number"), branch: $0.text("branch")) }
        guard let last, !found.contains(where: { $0.id == former.id && $0.last == last.number }) else {
          continue
        }
        let branch = last.branch.isEmpty ? nil : BranchName(last.branch)
        let one = TestStory.FormerName(former.id, last: last.number, branch: branch)
        let isOther = last.branch != name && !name.isEmpty
        found.append(isOther ? try renamed(one, to: now.id, by: BranchName(name)) : one)
      }
    }
  }

  /// By another branch than its own, which may have renamed it before, as a limited integration of it saw.
  private func renamed(
    _ former: TestStory.FormerName, to test: TestID, by other: BranchName
  ) throws -> TestStory.FormerName {
    var former = former
    let then = try newest(with: former.id, on: former.branch, isWhole: false)
    let now = try newest(with: test, on: former.branch, isWhole: false)
    if let then, let now, then < now { former.last = then } else { former.otherwiseOn = other }
    return former
  }

  /// The newest whole one of a branch that had a test of this name; or any.
  func newest(
    with test: TestID, on branch: BranchName?, isWhole: Bool = true
  ) throws -> IntegrationNumber? {
    try store.database.first(
      """
      SELECT number FROM test CROSS JOIN outcome ON outcome.test = test.id
      CROSS JOIN integration ON integration.id = outcome.integration
      WHERE test.bot = ? AND test.name = ? AND branch = ? AND (? OR limited = 0) ORDER BY number DESC LIMIT 1
      """, bot, test.rawValue, branch?.rawValue ?? "", !isWhole
    ) { $0.number("number") }
  }
}

extension TestStories {
  /// The first integration that had a test, by one of its names, which another one may have had before.
  func first(
    called names: Set<TestID>, _ story: TestStory
  ) throws -> (integration: IntegrationNumber, started: Date)? {
    let test = story.test.id
    guard names != [test] || lineages.values.contains(where: { $0.frees(test) }) else {
      return story.test.first
    }
    // What is asked for by an id of before is told as it was then.
    let isOfBefore = story.entries.last.map { entry in
      let place = Place(entry.integration, entry.started, entry.branch?.rawValue ?? "")
      return !isOne(of: names, entry.past.formerly ?? test, in: place)
    }
    let found = try names.compactMap { try first(of: names, $0, takesAll: isOfBefore ?? true) }
    return found.min { $0.integration < $1.integration }.map { ($0.integration, $0.started) }
  }

  private func first(of names: Set<TestID>, _ name: TestID, takesAll: Bool) throws -> Place? {
    let known = try store.database.first(
      """
      SELECT firstIn, firstAt, branch FROM test
      LEFT JOIN integration ON integration.bot = test.bot AND integration.number = firstIn
      WHERE test.bot = ? AND name = ? AND firstIn IS NOT NULL
      """, bot, name.rawValue
    ) { Place($0.number("firstIn"), $0.date("firstAt"), $0.maybeText("branch") ?? "") }
    if let known, takesAll || isOne(of: names, name, in: known) { return known }
    return try store.database.all(
      """
      SELECT number, started, branch FROM test
      CROSS JOIN outcome ON outcome.test = test.id
      CROSS JOIN integration ON integration.id = outcome.integration
      WHERE test.bot = ? AND test.name = ? ORDER BY outcome.integration
      """, bot, name.rawValue
    ) { Place($0.number("number"), $0.date("started"), $0.text("branch")) }
    .first { isOne(of: names, name, in: $0) }
  }

  private struct Place {
    let integration: IntegrationNumber
    let started: Date
    let branch: String

    init(_ integration: IntegrationNumber, _ started: Date, _ branch: String) {
      (self.integration, self.started, self.branch) = (integration, started, branch)
    }
  }

  /// Whether what was called so there is the test of these names: it is so still, or was one of them later.
  private func isOne(of names: Set<TestID>, _ name: TestID, in place: Place) -> Bool {
    guard let lineage = lineages[place.branch], lineage.now(name, of: place.integration) != name else {
      return true
    }
    guard let renaming = lineage.renaming(of: name, after: place.integration) else { return false }
    return renaming.back != nil || renaming.names.contains { names.contains($0.id) }
  }
}
