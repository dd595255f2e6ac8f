import Foundation
import Kit

/// Many who talk to a server at once, each over a connection of their own.
struct Crowd {
  /// What one of them says.
  struct Talk: Sendable {
    /// Each is sent by itself, after a pause.
    var pieces: [[UInt8]]
    var pauseSeconds = 0.0
    /// Who hears nothing for so long after the last word goes.
    var quietSeconds: Double
  }

  private struct One {
    var place: Int
    var descriptor: Int32
    var pieces: ArraySlice<[UInt8]>
    var rest: ArraySlice<UInt8> = []
    var next: Double
    var heard: Double
    var answer = Wire.Answer(bytes: [], isEnded: false)
  }

  var port: Int
  var atOnce = 24

  private static let mostSeconds = 30.0

  /// What each heard, in their order.
  func hear(_ talks: [Talk]) -> [Wire.Answer] {
    // Nobody listens to who is not heard of again.
    var answers = talks.map { _ in Wire.Answer(bytes: [], isEnded: true) }
    var waiting = talks.indices[...]
    var present: [One] = []
    while !waiting.isEmpty || !present.isEmpty {
      while present.count < atOnce, let place = waiting.popFirst() {
        guard let descriptor = Wire.open(port) else { continue }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        present.append(
          One(
            place: place, descriptor: descriptor, pieces: talks[place].pieces[...], next: Self.now,
            heard: Self.now))
      }
      var looks = present.map { one in
        pollfd(
          fd: one.descriptor, events: Int16(POLLIN) | (one.rest.isEmpty ? 0 : Int16(POLLOUT)), revents: 0)
      }
      poll(&looks, nfds_t(looks.count), 4)
      for index in present.indices.reversed() {
        Self.say(&present[index], talks[present[index].place])
        if looks[index].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { Self.listen(&present[index]) }
        guard Self.goes(present[index], talks[present[index].place]) else { continue }
        let one = present.remove(at: index)
        close(one.descriptor)
        answers[one.place] = one.answer
      }
    }
    return answers
  }

  private static func say(_ one: inout One, _ talk: Talk) {
    if one.rest.isEmpty, one.next <= now, let piece = one.pieces.popFirst() {
      one.rest = piece[...]
      (one.next, one.heard) = (now + talk.pauseSeconds, now)
    }
    while !one.rest.isEmpty {
      let count = one.rest.withUnsafeBytes {
        send(one.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EAGAIN { return }
      // It is closed: what was said before is still read.
      guard count > 0 else { return (one.rest, one.pieces) = ([], []) }
      one.rest = one.rest.dropFirst(count)
      one.heard = now
    }
  }

  private static func listen(_ one: inout One) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(one.descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return one.answer.isEnded = true }
      one.answer.bytes += buffer[..<count]
      one.heard = now
    }
  }

  private static func goes(_ one: One, _ talk: Talk) -> Bool {
    let isSaid = one.rest.isEmpty && one.pieces.isEmpty
    return one.answer.isEnded || now - one.heard > (isSaid ? talk.quietSeconds : mostSeconds)
  }

  private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
