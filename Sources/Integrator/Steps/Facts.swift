import Coverage
import Explaining
import Model
import Threads

/// What the steps of an integration found: what is reported, and what the judgement follows from.
struct Facts {
  var report: Report
  var evidence: Judgement.Evidence
  /// A step has ended the integration before its time.
  private(set) var isStopped = false
  private var found: (toolchain: Toolchain, package: PackageDescription)?
  /// What the compiler warned of when it last read the manifest, which it need not do for each integration.
  var manifestWarnings: [Diagnostic] = []
  /// Its turn has come, and what lies in the build folder is its own.
  var hasBuildFolder = false
  var buildInputs: BuildInputs?
  /// Something was built here before, and the build went on from that.
  var isIncremental = false
  /// Begun when the build had ended, where tests are to run.
  var early: EarlyReading?
  var tested: TestedProgram?
  /// The tests that ran, so that they can be run one by one; absent where the package manager ran them.
  var testRun: (run: TestRun, rawNames: [TestID: String])?
  /// What is a test and did not run, looked for beside what is measured; absent when no tests were run.
  var didNotRun: Later<[DidNotRun]>?
  /// No test is missing in what ran and what did not.
  var countsAll = false
  /// What the tests' processes executed, exported while the steps between tests and coverage run.
  var export: Later<Result<ProfileExport.Outcome, any Error>>?
  /// What the program is made of; absent where no map of who tests what is kept.
  var mapped: MappedProgram?
  /// Which tests execute what changed, where a map tells.
  var choice: AffectedChoice?
  /// How often what stands in the files of tests was begun; absent where any of it may be missing.
  var bodies: BodyCounts?
  var coverageDetail: CoverageDetail?
  /// The same as it is kept, once somebody had to know.
  var coverageRows: [[UInt8]]?
  /// Tests whose process ended while they ran, and nothing tells where in them.
  var openEnds: [OpenEnd] = []
  /// What became of what was to be archived; absent when that was not asked for.
  var archive: ArchiveEnd?
  /// Kept when the tests began; absent when none did.
  var sources: CompiledSources?

  init(report: Report, evidence: Judgement.Evidence) { (self.report, self.evidence) = (report, evidence) }

  /// Given by the step that resolves, for all that stand behind it in the list.
  var resolved: (toolchain: Toolchain, package: PackageDescription) {
    get {
      guard let found else { preconditionFailure("what was not resolved can't be built: see Steps.all") }
      return found
    }
    set {
      found = newValue
      evidence.package = newValue.package
    }
  }

  /// Takes in why a step threw, and answers how its phase ended.
  mutating func stop(_ error: any Error, in phase: Phase.Kind, because reason: String?) -> Phase.Status {
    isStopped = true
    switch error {
    case PhaseStop.canceled:
      let place = "in the \(phase.rawValue) phase"
      let why = reason.map { "ended \(place)\($0)" } ?? "ended on request \(place)"
      evidence.canceled = evidence.canceled ?? "It was \(why)"
      return .canceled
    case PhaseStop.limit(let sentence):
      evidence.limitReached = evidence.limitReached ?? sentence
      return .timedOut
    case PhaseStop.checkout(let sentence): evidence.checkoutError = sentence
    case PhaseStop.trigger(let sentence): evidence.triggerError = sentence
    case PhaseStop.settings(let sentence): evidence.settingsError = sentence
    case PhaseStop.build(let diagnostics):
      evidence.buildFailed = true
      evidence.diagnostics = diagnostics
    default:
      evidence.internalError = evidence.internalError ?? Explanation(error, doing: "integrating").sentence
    }
    return .failed
  }
}
