import Model
import Templates
import Words

/// Commits by bots, of bots that integrate one repository: those that have a commit in common.
struct CommitGrid {
  /// At least two, in the order of the page.
  private(set) var inputs: [BotInput]
  /// How many there are, with those that have no column.
  let count: Int

  private static let mostRows = 15
  static let mostColumns = 12

  /// Those that have a commit in common, also through a third; each group in the order of the bots.
  static func groups(_ commits: [(id: BotID, commits: [UInt64])]) -> [[BotID]] {
    var groups = Array(commits.indices)
    func group(of index: Int) -> Int {
      var index = index
      while groups[index] != index { index = groups[index] }
      return index
    }
    var first: [UInt64: Int] = [:]
    first.reserveCapacity(commits.reduce(0) { $0 + $1.commits.count })
    for (index, bot) in commits.enumerated() {
      for commit in bot.commits {
        guard let other = first.updateValue(index, forKey: commit) else { continue }
        let (one, two) = (group(of: other), group(of: index))
        groups[max(one, two)] = min(one, two)
      }
    }
    // Most have nothing in common with any other.
    let joined = Set(commits.indices.lazy.filter { groups[$0] != $0 }.map(group))
    return joined.sorted().map { root in
      commits.indices.filter { group(of: $0) == root }.map { commits[$0].id }
    }
  }

  /// A grid for each repository that several bots integrate.
  static func all(_ inputs: [BotInput]) -> [CommitGrid] {
    let known = Dictionary(inputs.map { ($0.bot.id, $0) }) { first, _ in first }
    return groups(inputs.map { ($0.bot.id, $0.past.compactMap { $0.commit.map(BotCard.mark) }) })
      .map { CommitGrid(inputs: $0.compactMap { known[$0] }, count: $0.count) }
  }

  /// With what those that have a column said of the commits that are shown, however long ago.
  /// - Parameter further: a bot with more of its integrations, those of these commits.
  func reaching(_ further: (BotInput, [CommitID]) throws -> BotInput) rethrows -> CommitGrid {
    var grid = self
    let shown = rows.map(\.key)
    for (index, input) in inputs.prefix(Self.mostColumns).enumerated() {
      let missing = shown.filter { run(input, $0) == nil }
      if !missing.isEmpty { grid.inputs[index] = try further(input, missing) }
    }
    return grid
  }

  /// The commits integrated last, each with its newest integration.
  private var rows: ArraySlice<(key: CommitID, value: PastIntegration)> {
    var newest: [CommitID: PastIntegration] = [:]
    for past in inputs.prefix(Self.mostColumns).flatMap(\.past) {
      guard let commit = past.commit, !past.changes, !past.isLimited else { continue }
      if newest[commit].map({ $0.started < past.started }) ?? true { newest[commit] = past }
    }
    return newest.sorted { ($0.value.started, $0.key) > ($1.value.started, $1.key) }.prefix(Self.mostRows)
  }

  var value: TemplateValue {
    let columns = inputs.prefix(Self.mostColumns)
    return .object([
      "bots": .list(
        columns.map { input in
          .object([
            "name": .line(input.bot.name, most: 80),
            "href": .text("bots/\(Markup.link(input.bot.id.rawValue))/index.html"),
          ])
        }),
      "left": .more(count - columns.count, "more bot"),
      "rows": .list(
        rows.map { commit, past in
          .object([
            "commit": .text(commit.short), "subject": past.subject.map { .line($0, most: 120) } ?? .null,
            "author": past.author.map { .line($0, most: 80) } ?? .null,
            "cells": .list(columns.map { cell($0, commit) }),
          ])
        }),
    ])
  }

  private func run(_ input: BotInput, _ commit: CommitID) -> PastIntegration? {
    input.past.first { $0.commit == commit && !$0.isLimited && !$0.changes }
  }

  private func cell(_ input: BotInput, _ commit: CommitID) -> TemplateValue {
    guard let past = run(input, commit) else { return .object(["run": .null]) }
    let folder = "bots/\(Markup.link(input.bot.id.rawValue))/"
    return .object(["run": .some([PastRow(past, of: input, prefix: folder).cell])])
  }
}
