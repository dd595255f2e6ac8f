internal import CMicroHTTPD
import Foundation
import Synchronization

extension HTTPAnswer {
  static func refusal(_ words: String) -> HTTPAnswer {
    let headers = [("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", "5")]
    return HTTPAnswer(503, headers, .bytes(Array((words + "\n").utf8)))
  }
}

/// What was asked for, until it is answered.
final class Asked: Sendable {
  let target: [UInt8]
  private struct Heard {
    var request: HTTPRequest?
    var most: Int?
    var place: HTTPPlace?
    var content: [UInt8] = []
    var share: ContentShare?
    /// There was no room for what came: the rest is not even counted.
    var hadNoRoom = false
    /// What comes is let pass.
    var isUnread = false
    var kept: KeptContent?
    var turn: (any AnyObject & Sendable)?
    var isAnswered = false
    var answer: HTTPAnswer?
  }
  private let heard = Mutex(Heard())

  init(_ target: [UInt8]) { self.target = target }

  /// Without what follows its head.
  var request: HTTPRequest? {
    get { heard.withLock { $0.request } }
    set { heard.withLock { $0.request = newValue } }
  }
  /// Where it is answered when it is there as a whole; nil: at once.
  var place: HTTPPlace? { heard.withLock { $0.place } }
  /// What comes is let pass.
  func pass(to place: HTTPPlace?) { heard.withLock { ($0.isUnread, $0.most, $0.place) = (true, 0, place) } }
  /// So many bytes may come with it, as long as there is room for them.
  func take(most: Int, _ share: ContentShare, to place: HTTPPlace) {
    heard.withLock { ($0.most, $0.share, $0.place) = (most, share, place) }
  }
  var hadNoRoom: Bool { heard.withLock { $0.hadNoRoom } }
  /// What comes is kept in a file; false where there can be none.
  func keep(
    in folder: String, most: Int, _ turn: any AnyObject & Sendable, to place: HTTPPlace
  ) -> Bool {
    guard let kept = KeptContent(in: folder, most: most) else { return false }
    heard.withLock { ($0.most, $0.kept, $0.turn, $0.place) = (most, kept, turn, place) }
    return true
  }
  /// It was too much, or the disk is full.
  var isKeptNoMore: Bool { heard.withLock { $0.kept != nil && $0.most == 0 } }
  var isAnswered: Bool {
    get { heard.withLock { $0.isAnswered } }
    set { heard.withLock { $0.isAnswered = newValue } }
  }

  func take(_ bytes: UnsafeRawBufferPointer) {
    heard.withLock { heard in
      if let kept = heard.kept {
        if heard.most != 0, !kept.add(bytes) { heard.most = 0 }
        return
      }
      guard !heard.isUnread, !heard.hadNoRoom else { return }
      guard let most = heard.most, heard.content.count + bytes.count <= most else {
        heard.most = 0
        return
      }
      guard heard.share?.take(bytes.count) ?? false else {
        // Whoever is told to come again leaves no less room for others.
        (heard.hadNoRoom, heard.content, heard.share) = (true, [], nil)
        return
      }
      heard.content += bytes
    }
  }

  /// Nil where more came than was promised.
  var wholeRequest: HTTPRequest? {
    heard.withLock { heard in
      guard var request = heard.request, let most = heard.most,
        most > 0 || heard.content.isEmpty && heard.kept == nil
      else { return nil }
      (request.content, request.kept) = (heard.content, heard.kept)
      return request
    }
  }

  func give(_ answer: HTTPAnswer) { heard.withLock { $0.answer = answer } }
  func takeAnswer() -> HTTPAnswer? { heard.withLock { $0.answer } }
}

/// Where is done what takes its time: meanwhile its connection sleeps, and others are answered.
final class BackRoom: Sendable {
  private struct Waiting {
    let asked: Asked
    let place: HTTPPlace
    /// While it sleeps it cannot go.
    let connection: UInt
  }

  private let waiting = Mutex<[ObjectIdentifier: Waiting]>([:])
  private let queue = DispatchQueue(label: "bothy-back-room", attributes: .concurrent)

  /// False where too many wait already.
  func take(
    _ asked: Asked, _ connection: OpaquePointer, _ place: HTTPPlace,
    _ work: @escaping @Sendable () -> HTTPAnswer
  ) -> Bool {
    let id = ObjectIdentifier(asked)
    let isTaken = waiting.withLock { waiting in
      guard place.isFree(beside: waiting.values.map(\.place)) else { return false }
      bothy_http_suspend(connection)
      waiting[id] = Waiting(asked: asked, place: place, connection: UInt(bitPattern: connection))
      return true
    }
    guard isTaken else { return false }
    queue.async { [self] in
      let answer = work()
      waiting.withLock { waiting in
        guard let one = waiting.removeValue(forKey: id) else { return }
        Self.wake(one, with: answer)
      }
    }
    return true
  }

  /// Nobody waits any more; what is being done goes on.
  func end() {
    waiting.withLock { waiting in
      for one in waiting.values {
        Self.wake(one, with: .refusal("The server ends; it may be done all the same."))
      }
      waiting = [:]
    }
  }

  private static func wake(_ one: Waiting, with answer: HTTPAnswer) {
    one.asked.give(answer)
    bothy_http_resume(OpaquePointer(bitPattern: one.connection))
  }
}
