/// A script of the bot, and how it ended.
public struct ScriptRun: Codable, Equatable, Sendable {
  /// `before` the package is built, or `after` the pages are published.
  public enum Kind: String, Codable, Sendable { case before, after }

  /// How a script ended.
  public enum Status: String, Codable, Sendable, CaseIterable {
    /// It waits for the pages, or runs. Final reports have neither.
    case waiting, running
    case passed, failed
    case timedOut = "timed-out"
    /// It was stopped with its integration.
    case canceled
    /// The process of its integration ended while it ran.
    case cutOff = "cut-off"
    case notRun = "not-run"
    /// None of its conditions applied.
    case skipped
  }

  /// When it ran.
  public var kind: Kind
  /// Its text.
  public var script: String
  /// How it ended.
  public var status: Status
  /// How long it took.
  @Nullable public var seconds: Double?
  /// Why it did not pass, in one sentence.
  @Nullable public var why: String?

  public init(_ kind: Kind, _ script: String, _ status: Status, why: String? = nil) {
    (self.kind, self.script, self.status, self.why) = (kind, script, status, why)
  }
}

extension ScriptRun {
  /// The words with which it begins in the log.
  public var command: String { "$ " + script }

  /// Whether it is worth a look.
  public var wentWrong: Bool {
    switch status {
    case .failed, .timedOut, .canceled, .cutOff, .notRun: true
    case .waiting, .running, .passed, .skipped: false
    }
  }
}

extension Report {
  /// Whether a script was to run after the pages were published.
  public var hasScriptsAfterwards: Bool { triggers.contains { $0.kind == .after && $0.status != .skipped } }

  /// What is known of scripts whose integration was gone before it told of their end. None of them is run
  /// again: nobody knows how far it came. True where there were any.
  public mutating func closeScripts() -> Bool {
    let open = triggers.indices.filter { triggers[$0].status == .waiting || triggers[$0].status == .running }
    for place in open {
      let hadBegun = triggers[place].status == .running
      triggers[place].status = hadBegun ? .cutOff : .notRun
      let gone = "the process of its integration was gone"
      let doubt = "how far it came is not known"
      triggers[place].why = hadBegun ? "\(gone) meanwhile: \(doubt)" : "\(gone) first"
      let words = hadBegun ? "was cut off: \(gone) meanwhile, and \(doubt)" : "was not run: \(gone) first"
      notes.append("The script `\(triggers[place].script)` \(words). Nothing runs it again by itself.")
    }
    return !open.isEmpty
  }
}
