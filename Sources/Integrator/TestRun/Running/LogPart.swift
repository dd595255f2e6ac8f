import Model
import Synchronization

/// What one of several writers has to say. It waits until it is its turn, and then goes straight into the
/// log, which so reads as if one had written after the other.
final class LogPart: Sendable {
  private enum Piece {
    case bytes([UInt8])
    case line(String)
  }

  private struct Waiting {
    var pieces: [Piece] = []
    /// Since the last line.
    var bytes: [UInt8] = []

    mutating func closeBytes() {
      if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
      bytes = []
    }
  }

  private let log: Log
  private let tellsOfTests: Bool
  /// What goes wrong is looked at again, and told then.
  private let isProvisional: Bool
  /// Nil once it is its turn.
  private let waiting: Mutex<Waiting?>

  init(_ log: Log, isItsTurn: Bool = false, tellsOfTests: Bool = true, isProvisional: Bool = false) {
    (self.log, self.tellsOfTests, self.isProvisional) = (log, tellsOfTests, isProvisional)
    waiting = Mutex(isItsTurn ? nil : Waiting())
  }

  func write(_ bytes: [UInt8]) {
    waiting.withLock { waiting in
      guard waiting != nil else { return log.write(bytes) }
      waiting?.bytes += bytes.prefix(log.reserve(bytes.count))
    }
  }

  func write(line: String) {
    waiting.withLock { waiting in
      guard waiting != nil else { return log.write(line: line) }
      waiting?.closeBytes()
      waiting?.pieces.append(.line(line))
    }
  }

  /// Progress waits for nobody.
  func tell(_ event: Model.Progress) {
    switch event {
    case .test(_, let outcome, _): if tellsOfTests, !(isProvisional && outcome.wentWrong) { log.tell(event) }
    case .failure: if tellsOfTests, !isProvisional { log.tell(event) }
    case .phaseStarted, .phaseEnded, .step, .testsAnnounced, .testRunning, .repeating, .firstVerdict,
      .startingOver, .afterwards, .diagnostic,
      .note, .ended:
      log.tell(event)
    }
  }

  func takeTurn() {
    waiting.withLock { waiting in
      waiting?.closeBytes()
      for piece in waiting?.pieces ?? [] {
        switch piece {
        case .bytes(let bytes): log.write(reserved: bytes)
        case .line(let line): log.write(line: line)
        }
      }
      waiting = nil
    }
  }
}

extension LogPart {
  private static let mostFrames = 12

  /// A test in which its process ended: the last of its failures says how.
  func tell(blamed row: TestCase) {
    if let failure = row.failures.last { tell(.failure(row.id, failure)) }
    if let limit = row.failures.last, limit.kind == .timeout { write(line: "[\(limit.message)]") }
    let stack = (row.stack ?? []).prefix(Self.mostFrames)
    for (depth, frame) in stack.prefix((stack.lastIndex(where: \.isOwn) ?? -1) + 1).enumerated() {
      let place = frame.file.map { " at \($0)" + (frame.line.map { ":\($0)" } ?? "") } ?? ""
      write(line: "[\(depth == 0 ? "It hung in" : "called by") \(frame.function)\(place)]")
    }
    tell(.test(row.id, row.outcome, seconds: row.seconds))
  }
}
