/// What can be done over HTTP: each is a command of the same name.
public enum ServedAction: String, CaseIterable, Sendable {
  case integrate, cancel, pause, resume, rerun, pin, unpin, silence, unsilence

  /// Who may do it at least. What is silenced has no say in any result from then on: that is as much as to
  /// edit the bot.
  public var least: Role {
    switch self {
    case .integrate, .cancel, .pause, .resume, .rerun, .pin, .unpin: .operator
    case .silence, .unsilence: .administrator
    }
  }

  /// What it may be given: the names of its fields.
  public var fields: [String] {
    switch self {
    case .integrate: ["commit"]
    case .rerun: ["failed"]
    case .silence: ["issue", "reason", "until"]
    case .unsilence: ["issue"]
    case .cancel, .pause, .resume, .pin, .unpin: []
    }
  }

  /// How many bytes one of them may have: it is written down with who asked for it.
  public static func mostBytes(of field: String) -> Int {
    switch field {
    case "issue", "reason": 1000
    default: 250
    }
  }

  /// Those of them that it needs.
  public var needed: [String] {
    switch self {
    case .silence: ["issue", "reason"]
    case .unsilence: ["issue"]
    case .integrate, .cancel, .pause, .resume, .rerun, .pin, .unpin: []
    }
  }

  /// Whether it is done with all bots at once where none is named.
  public var isForAll: Bool { self == .pause || self == .resume }
  /// Whether one integration can be named.
  public var takesNumber: Bool { [.cancel, .rerun, .pin, .unpin].contains(self) }

  /// What it does.
  public var summary: String {
    switch self {
    case .integrate: "Integrates the tips of its branches, or one commit."
    case .cancel: "Ends what runs and waits."
    case .pause: "Begins nothing more until it is resumed."
    case .resume: "Goes on."
    case .rerun: "Integrates the same commit again, or only the tests that failed."
    case .pin: "Keeps an integration for good."
    case .unpin: "Keeps an integration no longer than others."
    case .silence: "Lets an issue have no say from the next integration on."
    case .unsilence: "Hears of an issue again."
    }
  }

  /// "integrating".
  public var doing: String {
    switch self {
    case .integrate: "integrating"
    case .cancel: "canceling"
    case .pause: "pausing"
    case .resume: "resuming"
    case .rerun: "rerunning"
    case .pin: "pinning"
    case .unpin: "unpinning"
    case .silence: "silencing an issue"
    case .unsilence: "unsilencing an issue"
    }
  }
}
