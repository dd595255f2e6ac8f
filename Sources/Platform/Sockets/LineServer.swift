public import Explaining

/// Listens at a socket file for clients of this user, one line each, and answers in lines. No client, however
/// slow or hostile, holds up another or whoever takes the questions.
public final class LineServer: Sendable {
  private let thread: LineServerThread

  /// - Parameter path: of any length; its folder must exist. What nobody listens at any more is replaced.
  public init(path: String, limits: LineLimits = LineLimits()) throws(Explanation) {
    let listener = try Listener.open(path)
    thread = LineServerThread(listener: listener, limits: limits)
    try thread.start()
  }

  deinit { thread.end() }

  /// The next question. nil when the task is canceled, or after the end. For one caller at a time.
  public func next() async -> Question? { await thread.questions.next() }

  /// Nobody is let in any more, and everybody is let go; when it returns, the socket file is removed.
  public func end() {
    thread.end()
    thread.waitForEnd()
  }
}

/// Everything has a bound.
public struct LineLimits: Sendable {
  public var clients = 64
  /// Of a question, with its end.
  public var questionBytes = 1 << 16
  /// Answered and not yet fetched by a client.
  public var answerBytes = 16 << 20
  /// For a client to ask, and to fetch what it was answered.
  public var seconds = 10.0

  public init() {}
}

/// One line from a client, and the way back to it.
public final class Question: Sendable {
  public let line: String
  private let thread: LineServerThread
  private let client: Int

  init(line: String, thread: LineServerThread, client: Int) {
    (self.line, self.thread, self.client) = (line, thread, client)
  }

  /// The client is let go with the last one who could answer.
  deinit { thread.post(.close(client)) }

  /// False when the client has gone, or fetches nothing.
  @discardableResult public func answer(_ line: String) -> Bool {
    guard !hasGone else { return false }
    thread.post(.send(client, Array(line.utf8) + [0x0A]))
    return true
  }

  public var hasGone: Bool { !thread.isThere(client) }
}
