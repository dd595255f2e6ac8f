import CCurl
import Foundation

/// A handle of libcurl for one transfer, with what goes out and what comes back.
final class Session {
  private let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private let isCanceled: () -> Bool
  private let seconds: Double
  /// On the clock of the machine; nil before it begins.
  private var begun: Double?
  private let body: [UInt8]
  private var sent = 0
  private(set) var received: [UInt8] = []
  /// Also what was too much to be kept.
  private(set) var receivedCount = 0
  var mostReceived = 4096
  /// The lines of the head of an answer.
  private(set) var heads: [String] = []
  private var lastLine: [UInt8] = []

  /// What libcurl says of a mistake besides its name.
  private let detail: UnsafeMutablePointer<CChar>

  private static let mostLine = 4096
  private static let mostHeads = 200
  private static let isReady: Bool = bothy_curl_begin() != 0

  init?(_ transfer: Exchange, sending body: [UInt8]) {
    guard Self.isReady, let handle = bothy_curl_open() else { return nil }
    (self.handle, self.body, isCanceled, seconds) = (handle, body, transfer.isCanceled, transfer.seconds)
    detail = .allocate(capacity: Int(CURL_ERROR_SIZE))
    detail.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    _ = bothy_curl_pointer(handle, CURLOPT_ERRORBUFFER, detail)
    // Signals belong to the program, which has other threads.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT_MS, Int(transfer.seconds * 1000))
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(transfer.connectSeconds * 1000))
    set(CURLOPT_NOPROGRESS, 0)
    set(CURLOPT_USERAGENT, "Bothy")
    // Else whoever closes it later waits for a farewell, and asks nobody whether it is over.
    set(CURLOPT_FORBID_REUSE, 1)
    // A file of logins that somebody has for curl is not meant for Bothy.
    set(CURLOPT_NETRC, 0)
    _ = bothy_curl_protocols(handle, "http,https,smtp,smtps")
  }

  deinit {
    bothy_curl_close(handle)
    detail.deallocate()
    for list in lists { bothy_curl_free(list) }
  }

  func set(_ option: CURLoption, _ text: String) { _ = bothy_curl_text(handle, option, text) }
  func set(_ option: CURLoption, _ number: Int) { _ = bothy_curl_number(handle, option, number) }
  func set(_ option: CURLoption, list texts: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for text in texts { list = bothy_curl_append(list, text) ?? list }
    guard let list else { return }
    lists.append(list)
    _ = bothy_curl_list(handle, option, list)
  }

  /// `judge` makes an end of the last status, the last line of a conversation and the beginning of a content.
  func perform(_ judge: (Int, String, String) -> Exchange.End) -> Exchange.End {
    let (code, status) = run()
    let wasSent = sent >= body.count && !body.isEmpty
    if code == CURLE_ABORTED_BY_CALLBACK, isCanceled() { return .canceled(wasSent: wasSent) }
    let line = Self.text(lastLine)
    if code == CURLE_OK { return judge(status, line, Self.text(received)) }
    // Told no in so many words, after what it was told no for.
    if status >= 400, code == CURLE_SEND_ERROR || wasSent, code != CURLE_LOGIN_DENIED {
      return .answered(status: status, said: line)
    }
    let said = status >= 400 ? " (it said: \(line))" : ""
    return .failed(why: words(code) + said, wasSent: wasSent)
  }

  /// Whether a mail server has greeted, and then took who sends the mail.
  var tookSender: Bool {
    // Encryption is welcomed as the line was.
    let welcome = heads.lastIndex { $0.hasPrefix("220 ") || $0 == "220" } ?? 0
    return heads[welcome...].count { $0.hasPrefix("250 ") || $0 == "250" } > 1
  }

  private func words(_ code: CURLcode) -> String {
    let why = code == CURLE_PEER_FAILED_VERIFICATION ? Self.text(Array(String(cString: detail).utf8)) : ""
    return why.isEmpty ? Self.words(code) : why
  }

  static func words(_ code: CURLcode) -> String {
    switch code {
    // The second is of one whose time was over while it was bidden farewell.
    case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: "no answer in time"
    case CURLE_USE_SSL_FAILED: "the server began no encryption (STARTTLS)"
    default: String(cString: bothy_curl_words(code))
    }
  }

  func run() -> (code: CURLcode, status: Int) {
    begun = ProcessInfo.processInfo.systemUptime
    let code = withExtendedLifetime(self) {
      let own = Unmanaged.passUnretained(self).toOpaque()
      for option in [CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_XFERINFODATA] {
        _ = bothy_curl_pointer(handle, option, own)
      }
      _ = bothy_curl_data(handle, CURLOPT_READFUNCTION) { Session.of($3).give($0, $1 * $2) }
      _ = bothy_curl_data(handle, CURLOPT_WRITEFUNCTION) { Session.of($3).take($0, $1 * $2) }
      _ = bothy_curl_data(handle, CURLOPT_HEADERFUNCTION) { Session.of($3).takeLine($0, $1 * $2) }
      _ = bothy_curl_progress(handle) { own, _, _, _, _ in Session.of(own).isOver ? 1 : 0 }
      return bothy_curl_perform(handle)
    }
    var status = 0
    _ = bothy_curl_status(handle, &status)
    return (code, status)
  }

  /// Canceled, or out of time: libcurl bids a mail server farewell that did not answer in time, and waits two
  /// minutes more for the answer to that.
  private var isOver: Bool {
    isCanceled() || begun.map { ProcessInfo.processInfo.systemUptime - $0 > seconds + 0.5 } ?? false
  }

  private static func of(_ own: UnsafeMutableRawPointer?) -> Session {
    guard let own else { preconditionFailure("libcurl calls with what it was given") }
    return Unmanaged<Session>.fromOpaque(own).takeUnretainedValue()
  }

  private func give(_ place: UnsafeMutablePointer<CChar>?, _ most: Int) -> Int {
    let count = min(most, body.count - sent)
    guard count > 0, let place else { return 0 }
    let room = UnsafeMutableRawBufferPointer(start: place, count: count)
    room.copyBytes(from: body[sent..<sent + count])
    sent += count
    return count
  }

  private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let part = UnsafeRawBufferPointer(start: bytes, count: count)
    receivedCount += count
    received += part.prefix(max(0, mostReceived - received.count))
    return count
  }

  private func takeLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: min(count, Self.mostLine))
    // A mail server's goodbye says nothing of the mail.
    if heads.count < Self.mostHeads { heads.append(Self.text(Array(line))) }
    if line.contains(where: { $0 > 0x20 }), !line.starts(with: "221".utf8) { lastLine = Array(line) }
    return count
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
