/// The settings of one bot, complete: what its file leaves out has its default.
public struct Bot: Codable, Equatable, Sendable {
  public var name: String
  /// As written in the bot file, made absolute; of one on another machine its mirror here.
  public var repository: String
  /// Absent: the repository is of this machine.
  public var remote: RemoteAddress?
  /// How it is come to there.
  public var access: RemoteAccess?
  /// The name of the secret by which who calls its hook is known.
  public var hook: String?
  /// Names or globs; empty means the branch that HEAD names.
  public var branches: [String] = []
  /// Where Package.swift stands inside the repository.
  public var package: String = "."
  /// The branch that the others are compared with; absent: see `BaseBranch`.
  public var base: String?
  /// An address of the web with `{commit}` in it: where a commit can be looked at.
  public var link: String?
  public var integrate: Selection = .every
  /// Whether it is found out, when there is nothing else to do, which commit broke a test.
  public var culprit: CulpritSearching = .idle
  public var whoTestsWhat: TestMapping = .never
  public var paths: [String] = []
  public var schedule = Schedule()
  public var actions: [Action] = [.test]
  /// What the action `analyze` does.
  public var analyze = Analyzer.usual
  /// What the action `archive` does.
  public var archive = ArchiveSettings()
  public var configuration: Configuration = .debug
  public var cleaning: Cleaning = .daily
  public var toolchain: String?
  public var environment: [String: String] = [:]
  public var secrets: [String] = []
  public var home: Home = .own
  public var buildArguments: [String] = []
  public var tests = TestSettings()
  public var coverage = CoverageSettings()
  /// Globs in the package's folder: which files that tests leave there are kept.
  public var artifacts: [String] = []
  public var triggers: [Trigger] = []
  /// What its file wants to hear no more of.
  public var silence: [Silence] = []
  public var limits = Limits()
  public var keep = Keep()
  /// Who said what of `TravellingSetting` and of `environment`; what nobody said is not here.
  public var origins: [String: SettingOrigin] = [:]

  public init(name: String, repository: String) { (self.name, self.repository) = (name, repository) }

  /// The repository as people know it.
  public var source: String { remote?.text ?? repository }

  /// Whose HOME, XDG folders and TMPDIR tests have.
  public enum Home: String, Codable, Sendable, CaseIterable { case own, user }
  /// Whether tests find the same around them.
  public func buildsAndRuns(as other: Bot) -> Bool {
    (package, environment, secrets, buildArguments, home)
      == (other.package, other.environment, other.secrets, other.buildArguments, other.home)
      && toolchain == other.toolchain && coverage.enabled == other.coverage.enabled
      && tests.timeoutSeconds == other.tests.timeoutSeconds && before == other.before
  }

  /// What prepares it.
  public var before: [Trigger] {
    triggers.filter { if case .before = $0.act { true } else { false } }
  }

  /// The folder of the package below the top of the repository; nil where it is the top.
  public var packageFolder: String? {
    let folder = PackageDescription.normal(package)
    return folder.isEmpty ? nil : folder
  }

  public enum Selection: String, Codable, Sendable, CaseIterable { case latest, every }
  public enum CulpritSearching: String, Codable, Sendable, CaseIterable { case idle, never }
  /// When it is found out which test executes what.
  public enum TestMapping: String, Codable, Sendable, CaseIterable { case idle, every, never }
  public enum Action: String, Codable, Sendable, CaseIterable { case analyze, test, archive }
  public enum Cleaning: String, Codable, Sendable, CaseIterable { case never, always, daily, weekly }
  public enum Weekday: String, Codable, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  public struct Schedule: Codable, Equatable, Sendable {
    public enum On: String, Codable, Sendable, CaseIterable { case commit, periodic, manual }
    public enum Every: String, Codable, Sendable, CaseIterable { case hour, day, week }
    public var on: On = .commit
    public var every: Every?
    /// Minutes after midnight.
    public var atMinute: Int?
    public var weekday: Weekday?
    /// A name of the time zone database; absent means the machine's.
    public var timeZone: String?
    public var onlyIfChanged = true
    public var onToolchainUpgrade = true
    public init() {}
  }

  public struct TestSettings: Codable, Equatable, Sendable {
    public var filters: [String] = []
    public var skips: [String] = []
    public var timeoutSeconds: Double = 300
    /// How often a test that failed is repeated alone in the same build.
    public var `repeat` = 2
    public var flaky: FlakyEffect = .fail
    public var processes = ProcessCount.number(1)
    public var select = TestSelecting.all
    public init() {}
  }

  /// Which of the tests run: all, or those that execute what changed.
  public enum TestSelecting: String, Codable, Sendable, CaseIterable { case all, affected }

  /// What a flaky test does to the result.
  public enum FlakyEffect: String, Codable, Sendable, CaseIterable { case fail, pass }

  public struct CoverageSettings: Codable, Equatable, Sendable {
    public var enabled = true
    public var exclude: [String] = []
    /// By the glob that it is given for.
    public var excludeReasons: [String: String] = [:]
    public init() {}
  }

  public struct ArchiveSettings: Codable, Equatable, Sendable {
    /// Empty means all executable ones.
    public var products: [String] = []
    public init() {}
  }

  public struct Trigger: Codable, Equatable, Sendable {
    public enum Condition: String, Codable, Sendable, CaseIterable {
      case succeeded
      case testFailures = "test-failures"
      case flaky
      case inconclusive
      case buildErrors = "build-errors"
      case buildWarnings = "build-warnings"
      case analyzerWarnings = "analyzer-warnings"
      case broke, mended
      case newIssues = "new-issues"
      case uncoveredChanges = "uncovered-changes"
    }
    public enum MailReport: String, Codable, Sendable, CaseIterable {
      case every, daily, weekly
      case newIssues = "new-issues"
    }
    public enum Act: Codable, Equatable, Sendable {
      case before(script: String)
      case after(script: String)
      case email(to: [String], report: MailReport, committers: Bool, warnings: Bool = false)
      case webhook(url: String, posting: Posting? = nil)
    }
    /// How a webhook is told.
    public struct Posting: Codable, Equatable, Sendable {
      /// A template of `templates/webhooks/`, by its name; nil: `summary`.
      public var template: String?
      /// The name of the secret that signs the body.
      public var secret: String?
      /// The name of the secret by which the receiver knows who calls.
      public var token: String?
      /// Whether the beginning is told too; nil: where the template is that of a status.
      public var start: Bool?
      public init() {}
    }
    public var act: Act
    /// Empty means always.
    public var when: [Condition]
    public var timeoutSeconds: Double
    public init(act: Act, when: [Condition] = [], timeoutSeconds: Double = 600) {
      (self.act, self.when, self.timeoutSeconds) = (act, when, timeoutSeconds)
    }

    /// One of a list, for which no default can stand in: what it must have is its act.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(act: try container.decode(Act.self, forKey: .act))
      when = try container.decode([Condition].self, forKey: .when)
      timeoutSeconds = try container.decodeIfPresent(Double.self, forKey: .timeoutSeconds) ?? timeoutSeconds
    }
  }

  public struct Limits: Codable, Equatable, Sendable {
    public var minutes: Double = 60
    public var silentMinutes: Double = 15
    public var logMegabytes: Int = 64
    public init() {}
  }

  public struct Keep: Codable, Equatable, Sendable {
    public var integrations = 200
    public var days = 365
    public var archives = 20
    /// For what is built for its branches, side by side; 0: all of them share one folder.
    public var buildGigabytes = 10
    public init() {}
  }
}
