import Model
import Templates
import Words

/// Commits by bots, of bots that integrate one repository: those that have a commit in common.
struct CommitGrid {
  /// At least two, in the order of the page.
  let inputs: [BotInput]

  private static let mostRows = 15
  private static let mostColumns = 12

  /// A grid for each repository that several bots integrate.
  static func all(_ inputs: [BotInput]) -> [CommitGrid] {
    var groups: [(commits: Set<CommitID>, inputs: [BotInput])] = []
    for input in inputs {
      let commits = Set(input.past.compactMap(\.commit))
      let (same, others) = groups.parted { !$0.commits.isDisjoint(with: commits) }
      let joined = same.reduce(into: (commits: commits, inputs: [BotInput]())) { joined, group in
        joined.commits.formUnion(group.commits)
        joined.inputs += group.inputs
      }
      groups = others + [(joined.commits, joined.inputs + [input])]
    }
    return groups.filter { $0.inputs.count > 1 }.map { CommitGrid(inputs: $0.inputs) }
  }

  var value: TemplateValue {
    let columns = inputs.prefix(Self.mostColumns)
    var newest: [CommitID: PastIntegration] = [:]
    for past in columns.flatMap(\.past) {
      guard let commit = past.commit, !past.changes else { continue }
      if newest[commit].map({ $0.started < past.started }) ?? true { newest[commit] = past }
    }
    let commits = newest.sorted { ($0.value.started, $0.key) > ($1.value.started, $1.key) }
    return .object([
      "bots": .list(
        columns.map { input in
          .object([
            "name": .line(input.bot.name, most: 80),
            "href": .text("bots/\(Markup.link(input.bot.id.rawValue))/index.html"),
          ])
        }),
      "left": .more(inputs.count - columns.count, "more bot"),
      "rows": .list(
        commits.prefix(Self.mostRows).map { commit, past in
          .object([
            "commit": .text(commit.short), "subject": past.subject.map { .line($0, most: 120) } ?? .null,
            "author": past.author.map { .line($0, most: 80) } ?? .null,
            "cells": .list(columns.map { cell($0, commit) }),
          ])
        }),
    ])
  }

  private func cell(_ input: BotInput, _ commit: CommitID) -> TemplateValue {
    let past = input.past.first { $0.commit == commit && !$0.isLimited && !$0.changes }
    guard let past else { return .object(["run": .null]) }
    let folder = "bots/\(Markup.link(input.bot.id.rawValue))/"
    return .object(["run": .some([PastRow(past, of: input, prefix: folder).cell])])
  }
}

extension Array {
  fileprivate func parted(_ isFirst: (Element) -> Bool) -> (first: [Element], rest: [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
