import Model

/// One step of an integration: what it needs it finds in the facts, and what it found it leaves there.
protocol Step: Sendable {
  /// What it is timed and logged as, together with its neighbours of the same phase.
  var phase: Phase.Kind { get }
  /// The action that asks for it; nil for what belongs to every integration.
  var action: Bot.Action? { get }
  /// Whether it is done although a step before it has stopped the integration, as what is reported is.
  func outlasts(_ facts: Facts) -> Bool
  /// Throws a `PhaseStop` when no further step is worth doing.
  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws
  /// How its phase ended when nothing stopped it.
  func status(_ facts: Facts) -> Phase.Status
  /// Why its phase ended so, where the integration's own reason does not tell.
  func why(_ facts: Facts) -> String?
}

extension Step {
  var action: Bot.Action? { nil }
  func outlasts(_ facts: Facts) -> Bool { phase == .report }
  func status(_ facts: Facts) -> Phase.Status { .passed }
  func why(_ facts: Facts) -> String? { nil }
}

/// An integration, step by step. A phase more is a row here and a file beside this one.
enum Steps {
  static let all: [any Step] = [
    TakeBranchPlace(), Checkout(), PrepareBuildFolder(), BeforeScripts(), TellEntryPoint(),
    Resolve(),
    Build(), Analyze(),
    RunTests(), Measure(), TellWhatDidNotRun(),
    Archive(),
    TellWhoTestsWhat(),
    CloseLog(), Judge(), TellUntestedCommits(), TellLineOrigins(), TellChangedSources(),
    CompareCoverage(), KeepSources(), WriteExports(),
  ]

  /// What a question about a test needs: nothing is measured and kept.
  static let search: [any Step] = [
    TakeBranchPlace(), Checkout(), PrepareBuildFolder(), BeforeScripts(), Resolve(), Build(), RunTests(),
    CloseLog(), TellWhyItStopped(),
  ]

  /// What the map of an integration that ended needs: nothing is brought, built and judged.
  static let mapping: [any Step] = [
    TakeBranchPlace(), PrepareBuildFolder(), BeforeScripts(), Resolve(), MapWhatWasBuilt(), CloseLog(),
    TellWhyItStopped(),
  ]
}
