import Files
package import Foundation
package import Model
package import State
import Synchronization

/// Who has signed in, until they sign out, do nothing for long, or their password is another.
package final class Sessions: Sendable {
  private struct Session: Codable {
    var name: String
    /// Of what is kept of the password: another one ends it.
    var password: String
    var begun: Date
    var used: Date
  }

  private struct Kept {
    var sessions: [String: Session] = [:]
    var written = Date.distantPast
  }

  private let path: String
  private let kept: Mutex<Kept>

  package static let mostSeconds = 30.0 * 24 * 3600
  private static let idleSeconds = 12.0 * 3600
  /// When it was used last need not be exact.
  private static let secondsBetweenWriting = 300.0
  private static let most = 5000

  package init(_ state: StateFolder) {
    path = state.sessions
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let stored = contents(of: path).flatMap {
      try? decoder.decode([String: Session].self, from: Data($0))
    }
    kept = Mutex(Kept(sessions: stored ?? [:]))
  }

  /// A new one, whatever somebody had before.
  package func begin(_ person: Person, now: Date) throws -> String {
    let secret = Secret.make()
    try kept.withLock { kept in
      kept.sessions = kept.sessions.filter { Self.holds($0.value, now) }
      if kept.sessions.count >= Self.most,
        let oldest = kept.sessions.min(by: { $0.value.used < $1.value.used })
      {
        kept.sessions[oldest.key] = nil
      }
      kept.sessions[Secret.mark(secret)] = Session(
        name: person.name, password: Self.mark(person), begun: now, used: now)
      try write(&kept, now)
    }
    return secret
  }

  /// Whose it is.
  /// - Parameter isLook: it is only looked at, and neither used nor ended by that.
  package func person(
    _ secret: String, in book: PeopleBook, now: Date, isLook: Bool = false
  ) -> Person? {
    let mark = Secret.mark(secret)
    return kept.withLock { kept in
      guard var session = kept.sessions[mark] else { return nil }
      guard Self.holds(session, now), let person = book.person(session.name),
        Self.mark(person) == session.password
      else {
        guard !isLook else { return nil }
        kept.sessions[mark] = nil
        try? write(&kept, now)
        return nil
      }
      guard !isLook else { return person }
      session.used = now
      kept.sessions[mark] = session
      if now.timeIntervalSince(kept.written) > Self.secondsBetweenWriting { try? write(&kept, now) }
      return person
    }
  }

  package func end(_ secret: String, now: Date) {
    kept.withLock { kept in
      guard kept.sessions.removeValue(forKey: Secret.mark(secret)) != nil else { return }
      try? write(&kept, now)
    }
  }

  /// What a form has to bring along that was made for it: nobody else's page knows it.
  package static func formToken(_ secret: String) -> String { Secret.mark("form of " + secret) }

  private static func holds(_ session: Session, _ now: Date) -> Bool {
    now.timeIntervalSince(session.used) < idleSeconds && now.timeIntervalSince(session.begun) < mostSeconds
  }

  /// One who was removed and added again is somebody else.
  private static func mark(_ person: Person) -> String {
    Secret.mark((person.password ?? "") + person.since.description)
  }

  private func write(_ kept: inout Kept, _ now: Date) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    try publish(Array(try encoder.encode(kept.sessions)), as: path, mode: 0o600)
    kept.written = now
  }
}
