internal import CMicroHTTPD
import Foundation
import Synchronization

/// Where requests arrive: they become values, are answered, and what was answered is handed on.
final class Desk: Sendable {
  private let answering: @Sendable (HTTPRequest) -> HTTPAnswer
  private let manner: @Sendable (HTTPRequest) -> HTTPManner
  private let backRoom = BackRoom()
  private let requestSeconds: Double
  let budget: ContentBudget
  /// Since when a connection owes a request.
  private let owing = Mutex<[Int32: Double]>([:])
  private let isEnded = Atomic<Bool>(false)
  private let streams = Mutex<[Weak]>([])

  private struct Weak: Sendable { weak var stream: ByteStream? }

  init(
    _ limits: HTTPLimits, manner: @escaping @Sendable (HTTPRequest) -> HTTPManner,
    answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
  ) {
    (requestSeconds, self.manner, answering) = (limits.requestSeconds, manner, answer)
    budget = ContentBudget(most: limits.contentBytes, mostOfOne: limits.contentBytesOfOne)
  }

  static func of(_ own: UnsafeMutableRawPointer?) -> Desk {
    guard let own else { preconditionFailure("the library calls with what it was given") }
    return Unmanaged<Desk>.fromOpaque(own).takeUnretainedValue()
  }

  static func asked(_ target: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    let bytes = target.map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
    return Unmanaged.passRetained(Asked(bytes.map { Array($0) } ?? [])).toOpaque()
  }

  func answer(
    _ connection: OpaquePointer?, _ method: UnsafePointer<CChar>?, _ content: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let connection, let own = context?.pointee else { return bothy_http_no }
    let asked = Unmanaged<Asked>.fromOpaque(own).takeUnretainedValue()
    guard let request = asked.request else {
      let request = Self.request(connection, method, asked.target)
      asked.request = request
      switch manner(request) {
      case .unread(let place):
        asked.pass(to: place)
        return bothy_http_yes
      case .whole(let most, let place):
        asked.take(most: most, ContentShare(budget, at: place), to: place)
        return bothy_http_yes
      case .kept(let folder, let most, let seconds, let turn, let place):
        guard asked.keep(in: folder, most: most, turn, to: place) else { break }
        // As long as something comes now and then, much may take its time.
        owing.withLock { $0[bothy_http_socket(connection)] = Self.now + seconds - requestSeconds }
        return bothy_http_yes
      case .atOnce: break
      }
      // An answer before the end of a request ends its connection: what it brings is not even read.
      return request.bringsContent ? answer(request, asked, connection) : bothy_http_yes
    }
    let count = size?.pointee ?? 0
    guard !asked.isAnswered, count == 0 else {
      if let content, !asked.isAnswered {
        asked.take(UnsafeRawBufferPointer(start: content, count: count))
        // It might go on for ever.
        if asked.isKeptNoMore { return bothy_http_no }
      }
      size?.pointee = 0
      return bothy_http_yes
    }
    guard let place = asked.place else { return answer(request, asked, connection) }
    return answerLater(asked, connection, place)
  }

  private func answerLater(_ asked: Asked, _ connection: OpaquePointer, _ place: HTTPPlace) -> MHD_Result {
    if let answer = asked.takeAnswer() {
      asked.isAnswered = true
      return send(answer, on: connection)
    }
    owing.withLock { _ = $0.removeValue(forKey: bothy_http_socket(connection)) }
    guard !isEnded.load(ordering: .acquiring) else { return bothy_http_no }
    guard !asked.hadNoRoom else {
      asked.give(.refusal("Too much is being sent; come again."))
      return answerLater(asked, connection, place)
    }
    guard let request = asked.wholeRequest else { return bothy_http_no }
    let answering = answering
    if !backRoom.take(asked, connection, place, { answering(request) }) {
      asked.give(.refusal("Too much is being done; come again."))
      return answerLater(asked, connection, place)
    }
    return bothy_http_yes
  }

  private func answer(_ request: HTTPRequest, _ asked: Asked, _ connection: OpaquePointer) -> MHD_Result {
    asked.isAnswered = true
    owing.withLock { _ = $0.removeValue(forKey: bothy_http_socket(connection)) }
    return send(answering(request), on: connection)
  }

  private static func request(
    _ connection: OpaquePointer, _ method: UnsafePointer<CChar>?, _ target: [UInt8]
  ) -> HTTPRequest {
    let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var request = HTTPRequest(
      method: method.map { String(cString: $0) } ?? "", path: parts.first.map { Array($0) } ?? [],
      query: parts.count > 1 ? Array(parts[1]) : nil, peer: peer(of: connection))
    withUnsafeMutablePointer(to: &request.headers) { headers in
      bothy_http_headers(
        connection,
        { own, _, name, value in
          guard let own, let name else { return bothy_http_no }
          let headers = own.assumingMemoryBound(to: [(name: String, value: String)].self)
          headers.pointee.append(
            (String(cString: name).lowercased(), value.map { String(cString: $0) } ?? ""))
          return bothy_http_yes
        }, headers)
    }
    return request
  }

  private static func peer(of connection: OpaquePointer) -> String {
    guard let address = bothy_http_peer(connection) else { return "" }
    let isSix = Int32(address.pointee.sa_family) == AF_INET6
    let size = isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
      guard
        getnameinfo(
          address, socklen_t(size), buffer.baseAddress, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0,
        let start = buffer.baseAddress
      else { return "" }
      return String(cString: start)
    }
  }

  private func send(_ answer: HTTPAnswer, on connection: OpaquePointer) -> MHD_Result {
    let made: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes): made = bytes.withUnsafeBytes { bothy_http_bytes($0.baseAddress, $0.count) }
    case .file(let file, let start, let count):
      let descriptor = file.copy()
      guard descriptor >= 0 else { return bothy_http_no }
      made = bothy_http_file(descriptor, UInt64(start), UInt64(count))
      if made == nil { close(descriptor) }
    case .stream(let stream):
      guard !isEnded.load(ordering: .acquiring) else { return bothy_http_no }
      streams.withLock { list in
        list.removeAll { $0.stream == nil }
        list.append(Weak(stream: stream))
      }
      made = stream.answer(on: connection)
    }
    guard let made else { return bothy_http_no }
    for (name, value) in answer.headers { bothy_http_header(made, name, value) }
    return bothy_http_send(connection, UInt32(answer.status), made)
  }

  // MARK: Connections

  func connected(_ connection: OpaquePointer?, _ code: MHD_ConnectionNotificationCode) {
    guard let connection else { return }
    let socket = bothy_http_socket(connection)
    owing.withLock { owing in
      owing[socket] = bothy_http_has_begun(code) != 0 ? Self.now : nil
    }
  }

  func completed(
    _ connection: OpaquePointer?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    if let own = context?.pointee {
      Unmanaged<Asked>.fromOpaque(own).release()
      context?.pointee = nil
    }
    guard let connection else { return }
    owing.withLock { $0[bothy_http_socket(connection)] = Self.now }
  }

  /// Whoever sends a letter now and then would otherwise hold a connection for hours.
  func sweep() {
    Thread.detachNewThread { [weak self] in
      while let desk = self, !desk.isEnded.load(ordering: .acquiring) {
        desk.letGo()
        Thread.sleep(forTimeInterval: 2)
      }
    }
  }

  private func letGo() {
    let limit = Self.now - requestSeconds
    // A number is taken off the list before the library closes it, so it is nobody else's.
    owing.withLock { owing in
      for (socket, since) in owing where since < limit {
        shutdown(socket, Int32(SHUT_RDWR))
        owing[socket] = nil
      }
    }
  }

  func end() {
    isEnded.store(true, ordering: .releasing)
    backRoom.end()
    for stream in streams.withLock({ $0 }) { stream.stream?.end() }
  }

  private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
