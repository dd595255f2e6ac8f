import Foundation
import Model
import Words

extension Encodable {
  /// For programs: keys in one order, times in UTC.
  var jsonText: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}

/// `bothy tests BOT --json`: the latest integration's tests, by the names that pages show.
struct TestListJSON: Encodable {
  private let bot: BotID
  private let integration: IntegrationNumber
  private let tests: [Test]

  private struct Test: Encodable {
    var id: TestID
    var name: String
    var path: [String]
    var outcome: TestOutcome
    @Nullable var seconds: Double? = nil
  }

  init(_ report: Report) {
    (bot, integration) = (report.bot, report.integration)
    tests = report.tests.cases.map {
      Test(
        id: $0.id, name: TestWords.leaf($0), path: [$0.target] + SuiteWords.shown($0) + TestWords.groups($0),
        outcome: $0.outcome, seconds: $0.seconds)
    }
  }
}

/// `bothy tests BOT TEST --json`: what the page of a test tells, the newest first.
struct StoryJSON: Encodable {
  private let bot: BotID
  private let id: TestID
  private let name: String
  private let path: [String]
  private let library: TestLibrary
  @Nullable private var file: PackagePath? = nil
  @Nullable private var line: Int? = nil
  private let sentence: String
  @Nullable private var first: Seen? = nil
  private let formerly: [Name]
  @Nullable private var calledNow: Name? = nil
  private let calledElsewhere: [Name]
  private let gone: [Gone]
  private let wasGone: [WasGone]
  @Nullable private var durations: Durations? = nil
  private let integrations: [Entry]
  private let causes: [Cause]
  private let measured: [Series]
  @Nullable private var printed: String? = nil
  @Nullable private var page: String? = nil

  private struct Seen: Codable, Equatable {
    var integration: IntegrationNumber
    var started: Date
  }

  private struct Name: Codable, Equatable {
    var id: TestID
    /// The last that called it so; of what it is called now, the first.
    var integration: IntegrationNumber
    @Nullable var branch: BranchName? = nil
    /// Of what it is called now: the first whole integration without that.
    var gone: IntegrationNumber?
  }

  /// `since`: the first whole integration of the branch that ran all its tests without it.
  private struct Gone: Codable, Equatable {
    @Nullable var branch: BranchName? = nil
    var since: IntegrationNumber
    @Nullable var commit: CommitID? = nil
  }

  /// `until`: the first that had it again.
  private struct WasGone: Codable, Equatable {
    @Nullable var branch: BranchName? = nil
    var since: IntegrationNumber
    var until: IntegrationNumber
    @Nullable var commit: CommitID? = nil
  }

  private struct Durations: Codable, Equatable {
    var integration: IntegrationNumber
    var seconds: Double
    var median: Double
  }

  private struct Entry: Encodable {
    var integration: IntegrationNumber
    var outcome: TestOutcome
    @Nullable var branch: BranchName? = nil
    @Nullable var commit: CommitID? = nil
    @Nullable var subject: String? = nil
    var changes: Bool
    var limited: Bool
    var started: Date
    @Nullable var seconds: Double? = nil
    @Nullable var formerly: TestID? = nil
    var messages: [Message]
  }

  private struct Message: Encodable {
    var message: String
    @Nullable var file: PackagePath? = nil
    @Nullable var line: Int? = nil

    init(_ message: TestStory.Message) {
      self.message = message.text
      (file, line) = (message.file, message.line)
    }
  }

  private struct Cause: Encodable {
    var message: Message
    var count: Int
    var first: IntegrationNumber
    var last: IntegrationNumber
    var varies: Bool
  }

  private struct Series: Encodable {
    struct Point: Encodable {
      var integration: IntegrationNumber
      var average: Double
      var relativeStandardDeviation: Double
    }

    var metric: String
    @Nullable var baseline: Double? = nil
    var values: [Point]
  }

  init(_ bot: BotID, _ story: TestStory, page: String?) {
    let test = story.test
    (self.bot, id, name, path, library) = (bot, test.id, test.sentence, test.path, test.library)
    sentence = story.sentence
    formerly = story.formerNames.map { Name(id: $0.id, integration: $0.last, branch: $0.branch) }
    gone = story.gone.map { Gone(branch: $0.branch, since: $0.since, commit: $0.commit) }
    wasGone = story.absences.map { absence in
      WasGone(
        branch: absence.branch, since: absence.since, until: absence.until ?? absence.since,
        commit: absence.commit)
    }
    integrations = story.entries.map { entry in
      Entry(
        integration: entry.integration, outcome: entry.outcome, branch: entry.branch, commit: entry.commit,
        subject: entry.subject, changes: entry.changes, limited: entry.isLimited,
        started: entry.started, seconds: entry.seconds,
        formerly: entry.past.formerly, messages: entry.messages.map { Message($0) })
    }
    causes = story.causes.map {
      Cause(message: Message($0.message), count: $0.count, first: $0.first, last: $0.last, varies: $0.varies)
    }
    measured = story.series.map { series in
      Series(
        metric: series.metric, baseline: series.baseline,
        values: series.points.map {
          .init(
            integration: $0.integration, average: $0.average,
            relativeStandardDeviation: $0.relativeStandardDeviation)
        })
    }
    (file, line, printed, self.page) = (test.file, test.line, test.printed, page)
    first = test.first.map { Seen(integration: $0.integration, started: $0.started) }
    calledNow = story.nextName.map {
      Name(id: $0.id, integration: $0.from, branch: $0.branch, gone: story.nextGone)
    }
    calledElsewhere = story.nextElsewhere.map {
      Name(id: $0.id, integration: $0.from, branch: $0.branch, gone: nil)
    }
    durations = story.durations.map {
      Durations(integration: $0.last.integration, seconds: $0.seconds, median: $0.median)
    }
  }
}
