public import Foundation
import Words

/// What Bothy tells somebody about an integration over the network, from the moment when it is due until it
/// was taken or refused.
public struct Message: Equatable, Sendable {
  /// What it tells, and when.
  public enum Topic: String, Codable, Sendable {
    /// To a program: that an integration began, and what it came to.
    case start, end
    /// To people: what is newly red; new warnings; that all is green again; each integration; a day; a week.
    case issues, warnings, green, every, daily, weekly
  }

  public enum State: String, Codable, Sendable {
    case waiting
    /// It is on its way; where its sender is gone, nobody knows whether it arrived.
    case sending
    case taken, refused
    /// A later one said more before it could be sent, or it waited for too long.
    case dropped
  }

  public struct Attempt: Codable, Equatable, Sendable {
    public var at: Date
    /// What was answered, or why nothing was.
    public var said: String
    /// Whoever is to have it answered that this one cannot be taken; nil in what older versions kept.
    public var isAnswered: Bool?

    public init(at: Date, said: String, isAnswered: Bool? = nil) {
      (self.at, self.said, self.isAnswered) = (at, said, isAnswered)
    }
  }

  public enum Content: Codable, Equatable, Sendable {
    case post(Post)
    case mail(Mail)
  }

  /// Secrets stand in it by their names alone: they are put in when it is sent.
  public struct Post: Codable, Equatable, Sendable {
    public var address: String
    public var body: String
    public var secret: String?
    public var token: String?
    public var secretsFile: String
    /// What makes its body; nil: `summary`, and what older versions kept.
    public var template: String?
    /// Nil where it is not known, and in what older versions kept.
    public var commit: CommitID?

    public init(address: String, body: String, secretsFile: String) {
      (self.address, self.body, self.secretsFile) = (address, body, secretsFile)
    }
  }

  /// Without its sender, which is known when it is sent.
  public struct Mail: Codable, Equatable, Sendable {
    public var subject: String
    public var plain: String
    public var html: String
    /// What it belongs to, so that programs for mail show one branch as one conversation.
    public var thread: String
    public var list: String
    /// The address stands in the bot file; else it is that of a committer.
    public var isNamed: Bool
    /// It tells whoever broke something that this was found, whatever they were told before; nil in what
    /// older versions kept.
    public var isOfCulprit: Bool?
    /// Of which issues it tells that; nil in what older versions kept.
    public var found: [IssueIdentity]?

    public init(subject: String, plain: String, html: String, thread: String, list: String, isNamed: Bool) {
      (self.subject, self.plain, self.html) = (subject, plain, html)
      (self.thread, self.list, self.isNamed) = (thread, list, isNamed)
    }
  }

  public var bot: BotID
  public var integration: IntegrationNumber
  public var branch: BranchName?
  /// The place of its trigger in the bot file.
  public var trigger: Int
  public var topic: Topic
  /// An address of mail, or the host of a program.
  public var recipient: String
  /// In a sentence, to people.
  public var why: String
  public var content: Content
  public var state = State.waiting
  public var made: Date
  /// When it is to be sent next.
  public var due: Date
  public var attempts: [Attempt] = []
  /// Of one that is on its way: who sends it.
  public var sender: ProcessMark?

  public init(
    bot: BotID, integration: IntegrationNumber, branch: BranchName?, trigger: Int, topic: Topic,
    recipient: String, why: String, content: Content, made: Date
  ) {
    (self.bot, self.integration, self.branch, self.trigger) = (bot, integration, branch, trigger)
    (self.topic, self.recipient, self.why, self.content) = (topic, recipient, why, content)
    (self.made, due) = (made, made)
  }

  /// The day that it tells of; nil: one integration.
  public var day: String?

  /// The same for the same message, however often it is made: it is kept once.
  /// A reader gets one mail, whichever trigger asks for it, wherever that stands, however it writes the
  /// address.
  public var key: String {
    let (way, reader, more) =
      switch content {
      case .mail(let mail): ("mail", recipient.lowercased(), mail.culpritKey)
      case .post: ("\(trigger)", recipient, "")
      }
    return "\(day ?? "\(integration.value)") \(way) \(topic.rawValue) \(reader)\(more)"
  }
}

extension Message {
  /// What it is sent over: what waits for the same is sent one after the other.
  public var lane: String {
    switch content {
    case .mail: "mail"
    // Another address of the same host may well answer.
    case .post(let post): post.address
    }
  }

  /// Whoever is told in it is told in the order in which it happened.
  public var conversation: String {
    switch content {
    case .mail(let mail): "\(mail.thread) \(recipient.lowercased())"
    case .post(let post): "\(bot) \(post.address)"
    }
  }

  /// Whether a forge shows only the last that it was told of a commit, and `later` tells it more.
  public func isOutdated(by later: Message) -> Bool {
    guard case .post(let own) = content, case .post(let other) = later.content, state == .waiting,
      later.topic == .end, own.template?.hasSuffix("-status") == true, let commit = own.commit
    else { return false }
    return conversation == later.conversation && trigger == later.trigger && commit == other.commit
      && integration < later.integration
  }

  /// Why one did not get through.
  public enum Hurdle: Equatable, Sendable {
    /// Nothing gets through there now.
    case way
    /// Whoever is to have it takes nothing now, as with a full mailbox; others may.
    case reader
    /// It was answered that this one fails there; others may not.
    case message
  }

  /// How an attempt to send it ended.
  public enum Answer: Equatable, Sendable {
    case taken(said: String)
    case refused(said: String)
    /// It is tried again. `wasSent`: all of it had left, so that it may arrive twice.
    case notNow(said: String, wasSent: Bool, Hurdle = .way)

    public var isOfWay: Bool { if case .notNow(_, _, .way) = self { true } else { false } }
  }

  /// What becomes of it. It is given up when it has waited for longer than its news lasts.
  public func after(_ answer: Answer, at now: Date) -> Message {
    var message = self
    message.sender = nil
    switch answer {
    case .taken(let said):
      message.state = .taken
      message.attempts.append(Attempt(at: now, said: said))
    case .refused(let said):
      message.state = .refused
      message.attempts.append(Attempt(at: now, said: said))
    case .notNow(let said, let wasSent, let hurdle):
      let doubt = wasSent ? "; all of it had been sent, so that it may arrive twice" : ""
      let gaveWay = givesWay
      message.attempts.append(
        Attempt(at: now, said: said + doubt, isAnswered: hurdle == .message ? true : nil))
      message.due = now.addingTimeInterval(Self.pause(afterAttempts: message.attempts.count))
      let isLate = message.due.timeIntervalSince(made) > Self.patience(topic)
      message.state = isLate ? .dropped : .waiting
      if isLate {
        message.attempts.append(Attempt(at: now, said: "given up"))
      } else if message.givesWay, !gaveWay {
        message.attempts.append(Attempt(at: now, said: Self.wayGiven))
      }
    }
    // The first ones tell how it began, the last ones how it is.
    if message.attempts.count > Self.mostAttempts {
      message.attempts.removeSubrange(Self.mostAttempts / 2..<Self.mostAttempts / 2 + 1)
    }
    return message
  }

  /// Whether it was tried, and is no news any more, as when a clock was set or a backup brought it back: what
  /// was never tried is sent late rather than never.
  public func isOver(at now: Date) -> Bool { state != .taken && !attempts.isEmpty && now > end }

  /// Without being tried again.
  public func givenUp(at now: Date) -> Message {
    var message = self
    (message.state, message.sender) = (.dropped, nil)
    message.attempts.append(Attempt(at: now, said: "given up: it was to be sent until \(Moment.local(end))"))
    return message
  }

  /// Asked so often in its turn, its receiver is asked for what comes later too.
  public static let mostTriesInTurn = 6
  static let wayGiven = "what comes later goes before it from now on"

  /// A program that fails at one message, whatever the reason, may well take the next: this one holds up no
  /// other any more, and is tried on.
  public var givesWay: Bool {
    isPost && attempts.count { $0.isAnswered == true } >= Self.mostTriesInTurn
  }

  /// That was so at its last attempt for the first time.
  public var hasJustGivenWay: Bool { state == .waiting && attempts.last?.said == Self.wayGiven }

  private static let mostAttempts = 20

  /// Soon at first, as most are back at once, then seldom.
  public static func pause(afterAttempts count: Int) -> Double {
    let pauses = [2.0, 10, 30, 120, 600, 1800]
    return count <= pauses.count ? pauses[max(0, count - 1)] : longestPause
  }

  public static let longestPause = 3600.0

  /// Whoever waits for a mail reads it days later; a program has asked again by then.
  static func patience(_ topic: Topic) -> Double {
    switch topic {
    case .start: 3600
    case .end: 86400
    case .issues, .warnings, .green, .every, .daily, .weekly: 5 * 86400
    }
  }

  /// Nobody knows whether it arrived when whoever sent it was ended meanwhile: better twice than never.
  public var resumed: Message {
    guard state == .sending else { return self }
    var message = self
    (message.state, message.sender) = (.waiting, nil)
    message.attempts.append(
      Attempt(at: due, said: "Bothy was ended while it was sent, so that it may arrive twice"))
    return message
  }

  public var isOpen: Bool { state == .waiting || state == .sending }
}

extension Message.Topic {
  fileprivate var words: String {
    switch self {
    case .start: "that it began"
    case .end: "the result"
    case .issues: "what is new"
    case .warnings: "new warnings"
    case .green: "that it is green again"
    case .every: "the report"
    case .daily: "the report of the day"
    case .weekly: "the report of the week"
    }
  }
}

extension Message {
  /// What it tells: "the result".
  public var topicWords: String {
    if case .mail(let mail) = content, mail.isOfCulprit == true { return "whose commit broke it" }
    return topic.words
  }

  /// When it is given up.
  public var end: Date { made.addingTimeInterval(Self.patience(topic)) }

  /// "the result waits: it is sent again from 07:20 on, until …"; for one that did not get through.
  public var waitWords: String {
    "\(topicWords) waits, and is sent again from \(Moment.local(due)) on, until \(Moment.local(end))"
      + (givesWay ? "; \(Self.wayGiven)" : "")
  }

  /// What became of it so far, to stand behind its name.
  public var stateWords: String {
    switch state {
    case .waiting:
      attempts.isEmpty
        ? "waits to be sent" : "is sent again later" + (givesWay ? ", behind what came after it" : "")
    case .sending: "is on its way"
    case .taken: "was taken"
    case .refused: "was refused"
    case .dropped: "was dropped"
    }
  }
}

extension Message.Mail {
  /// What is found of others later is another mail.
  fileprivate var culpritKey: String {
    guard isOfCulprit == true else { return "" }
    return " culprit" + (found ?? []).map { " \($0.rawValue)" }.joined()
  }
}
