import Glibc

/// One connection as the server sees it: a line in, then lines out.
final class Client {
  let socket: LocalSocket
  /// When it has to have asked, or to have fetched more of its answers.
  private(set) var deadline: Double?
  /// Nothing more will be answered.
  var isClosing = false
  private let seconds: Double
  private var asked: [UInt8] = []
  private var hasAsked = false
  private var hasGone = false
  /// It sends no more, but may still listen.
  private var isSilent = false
  private var answers: [UInt8] = []
  private var sent = 0

  init(socket: LocalSocket, deadline: Double, seconds: Double) {
    (self.socket, self.deadline, self.seconds) = (socket, deadline, seconds)
  }

  var unsent: Int { answers.count - sent }
  var isDone: Bool { hasGone || (isClosing && unsent == 0) }
  var events: Int16 { (isSilent ? 0 : Int16(POLLIN)) | (unsent > 0 ? Int16(POLLOUT) : 0) }

  func leave() { hasGone = true }

  func isOverdue(_ now: Double) -> Bool { deadline.map { $0 <= now } ?? false }

  func send(_ bytes: [UInt8], now: Double) {
    if unsent == 0 { (answers, sent) = ([], 0) }
    answers += bytes
    if unsent == bytes.count { deadline = now + seconds }
    flush(now: now)
  }

  func flush(now: Double) {
    while unsent > 0, !hasGone {
      let count = answers.withUnsafeBytes { buffer in
        Glibc.send(
          socket.number, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        sent += count
        deadline = now + seconds
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if errno != EAGAIN { hasGone = true }
        return
      }
    }
    if unsent == 0, hasAsked { deadline = nil }
  }

  /// The question, once it is whole. What comes after it is thrown away.
  func read(atMost most: Int) -> String? {
    var question: String?
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      while true {
        let count = Glibc.read(socket.number, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          if count == 0, hasAsked { isSilent = true } else if count == 0 || errno != EAGAIN { hasGone = true }
          return
        }
        guard !hasAsked else { continue }
        asked += buffer[..<count]
        if let end = asked.firstIndex(of: 0x0A), end < most {
          question = String(decoding: asked[..<end], as: UTF8.self)
          (asked, hasAsked, deadline) = ([], true, nil)
          return
        }
        if asked.count >= most {
          hasGone = true
          return
        }
      }
    }
    return question
  }
}
