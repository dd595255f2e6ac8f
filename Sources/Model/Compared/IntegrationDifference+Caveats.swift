import Words

extension IntegrationDifference {
  /// What must be known to make sense of the rest, in sentences: what is not compared, and why.
  public var caveats: [String] {
    [causeWords].compactMap { $0 } + places + machines + sides.flatMap(unfinished) + sides.compactMap(limits)
      + [selections, blindness, unknown, analyzers].compactMap { $0 } + measuring
  }

  private var sides: [ComparedIntegration] { [before, now] }

  /// What may have caused what differs; nil where there is nothing to say.
  public var causeWords: String? {
    let toolchains = "\(before.report.toolchain) in \(beforeName) and \(now.report.toolchain) in \(nowName)"
    switch cause {
    case .chance:
      return "Both are of the same commit, built with the same settings: what differs is chance, or comes "
        + "from outside of the sources\(isOneClean ? ", or from what was built before" : "")."
    case .toolchain:
      return "Both are of the same commit, built with the same settings by another toolchain, \(toolchains): "
        + "what differs is likely the toolchain's, or chance."
    case .toolchainOrElse:
      let besides = others.isEmpty ? "" : ", besides " + others.joined(separator: " and ")
      return "The toolchain is another one, \(toolchains)\(besides): which of them a difference comes from "
        + "is not known, unless it is said."
    case .settings, .sources, .unknown: return nil
    }
  }

  /// What one of both went on with was thrown away for the other.
  private var isOneClean: Bool { before.report.clean != now.report.clean }

  /// What differs besides the toolchain.
  private var others: [String] {
    [
      commits == .same ? nil : "the commit",
      sides.contains { $0.report.commit?.changes == true } ? "what is not committed" : nil,
      settings == [] ? nil : "the settings",
      dependencies == [] ? nil : "what it was built with",
    ].compactMap { $0 }
  }

  /// Two bots may have one repository under several names, or several packages of it.
  private var places: [String] {
    guard !isOfOneBot, let repositories else { return [] }
    var told: [String] = []
    if !repositories.isSame {
      told.append(
        "\(beforeName) is of \(repositories.before) and \(nowName) of \(repositories.now), which have "
          + "commits in common.")
    }
    if let one = before.settings?.package, let other = now.settings?.package, one != other {
      func words(_ package: String) -> String { package == "." ? "the package at the root" : package }
      told.append(
        "\(beforeName) is of \(words(one)) and \(nowName) of \(words(other)): what only one package has is "
          + "told as gone or added.")
    }
    return told
  }

  private var machines: [String] {
    var told: [String] = []
    let hosts = sides.map { $0.report.machine?.host }
    if let one = hosts[0], let other = hosts[1], one != other {
      told.append("\(beforeName) was performed on \(one) and \(nowName) on \(other): times are not alike.")
    }
    for side in sides where side.report.commit?.changes == true {
      told.append("\(name(side)) was of a working tree with changes that are not committed.")
    }
    return told
  }

  /// What never came so far that it could be compared.
  private func unfinished(_ side: ComparedIntegration) -> [String] {
    let (report, name) = (side.report, name(side))
    let lost = report.tests.cases.isEmpty ? "; its tests, warnings and coverage are not known" : ""
    let reason = report.reason.isEmpty ? "" : ": \(report.reason)"
    let untold = "; which tests came and went is not told"
    switch report.result {
    case .canceled: return ["\(name) was canceled\(reason)\(lost.isEmpty ? untold : lost).".flat]
    case .checkoutError, .triggerError, .internalError:
      return ["\(name) could not be carried out\(reason)\(lost.isEmpty ? untold : lost).".flat]
    case .buildErrors: return ["\(name) did not build\(reason)\(lost).".flat]
    case .inconclusive:
      return ["\(name) is inconclusive\(reason)\(untold).".flat]
    case .testFailures, .flaky, .analyzerWarnings, .warnings, .succeeded:
      return report.tests.cases.isEmpty ? ["\(name) ran no tests."] : []
    }
  }

  private func limits(_ side: ComparedIntegration) -> String? {
    side.report.limited.map {
      "\(name(side)) was limited: \($0.words(ran: side.report.tests.ranCount))."
    }
  }

  private var selections: String? {
    guard !Self.areLike(before.report, now.report) else { return nil }
    return "They were not asked for the same tests: only those that both ran are compared, and no coverage."
  }

  private var blindness: String? {
    guard let tests, tests.isBlind else { return nil }
    return "What the tests of one of them do is not known: a renamed one is told as gone and added."
  }

  private var unknown: String? {
    let lost = [
      settings == nil ? "asked for" : nil, dependencies == nil && bothBuilt ? "built with" : nil,
    ].compactMap { $0 }
    guard !lost.isEmpty else { return nil }
    return "What one of them was \(lost.joined(separator: " and ")) is not known any more."
  }

  /// What only one of them looked for cannot have come or gone.
  private var analyzers: String? {
    guard bothBuilt else { return nil }
    let asked = sides.map { side in Set(side.report.analysis.filter { $0.problem == nil }.map(\.analyzer)) }
    let told = zip(sides, [asked[0].subtracting(asked[1]), asked[1].subtracting(asked[0])])
      .filter { !$0.1.isEmpty }
      .map { side, own in "what \(own.sorted().joined(separator: " and ")) found in \(name(side))" }
    guard !told.isEmpty else { return nil }
    return "Not compared, for only one of them looked for it: \(told.joined(separator: ", "))."
  }

  private var bothBuilt: Bool {
    sides.allSatisfy { $0.report.phases.contains { $0.name == .build && $0.status == .passed } }
  }

  private var measuring: [String] {
    guard before.report.selection == now.report.selection else { return [] }
    var told: [String] = []
    for side in sides where !side.report.tests.cases.isEmpty {
      if side.report.coverage == nil {
        let why = side.report.coverageNote.map { ": " + $0 } ?? ""
        told.append("The coverage of \(name(side)) was not measured\(why).".flat)
      } else if side.report.coverage?.standsAlone == true {
        told.append("The coverage of \(name(side)) is incomplete, and is compared with no other.")
      }
    }
    guard let coverage else { return told }
    if let excluded = coverage.excluded {
      let words = excluded.words(before: "in \(beforeName)", now: "in \(nowName)")
      told.append("Totals of coverage are not compared: \(words).")
    }
    if isOtherToolchain {
      told.append("Lines were counted by different toolchains, which may count them otherwise.")
    }
    switch coverage.unequal {
    case .here: told.append("Tests failed or did not run in \(nowName): other lines run then.")
    case .there: told.append("Tests failed or did not run in \(beforeName): other lines run then.")
    case .both: told.append("Tests failed or did not run in both: other lines run then.")
    case nil: break
    }
    for side in sides {
      guard let bound = side.report.coverage?.bound, bound != .exact else { continue }
      let limit = bound.ofExecuted.map { "\($0) what ran" } ?? "not sure"
      told.append("What is told of the coverage of \(name(side)) is \(limit).")
    }
    return told
  }
}

extension String {
  /// A reason may have an end of its own.
  fileprivate var flat: String { replacing("..", with: ".") }
}
