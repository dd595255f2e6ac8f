import Explaining
import Files
import Foundation
import HTTP
import Model
import Processes
import State
import Synchronization
import Web

/// Git clients, served by git's own `http-backend`: a process for each request, which reads what came from a
/// file and whose answer is handed on as it comes.
final class ServedGit: Sendable {
  private let state: StateFolder
  /// The folder of the bot files.
  private let bots: String
  private let environment: [String: String]
  private let running = Mutex<[ObjectIdentifier: GitAnswer]>([:])
  /// For so many processes at once there is memory.
  private let slots = DispatchSemaphore(value: 8)

  /// What takes longer than that is not being served.
  private static let mostSeconds = 3600.0
  private static let secondsToFirst = 60.0
  /// Whoever takes nothing for so long has gone.
  fileprivate static let secondsToTake = 120.0

  init(_ state: StateFolder, bots: String, environment: [String: String]) {
    (self.state, self.bots, self.environment) = (state, bots, environment)
  }

  /// - Parameter site: where pages are, where that is said; else where git is asked.
  func desk(site: String?, isSecure: Bool) -> GitDesk {
    let state = state
    return GitDesk(
      folder: state.path, isHosted: { HostedRepository(name: $0, state: state).isThere },
      perform: { [self] order in
        let own = (isSecure ? "https://" : "http://") + order.host + "/"
        return perform(order, site: site.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? own)
      })
  }

  private func perform(_ order: GitOrder, site: String) -> HTTPAnswer {
    do {
      let answer = GitAnswer(order)
      let command = try command(order, site)
      running.withLock { $0[ObjectIdentifier(answer)] = answer }
      let slots = order.step == .exchange ? slots : nil
      answer.begin(command, limits: ProcessLimits(seconds: Self.mostSeconds), slots) { [self] in
        running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(answer)) }
      }
      return answer.wait(seconds: Self.secondsToFirst)
    } catch {
      return GitAnswer.failed(Explanation(error, doing: "serving \(order.name)").sentence)
    }
  }

  private func command(_ order: GitOrder, _ site: String) throws -> Command {
    let asking = GitChild.Asking(who: order.who, way: order.way, from: order.from)
    var more = [
      "GIT_PROJECT_ROOT": state.hosted, "GIT_HTTP_EXPORT_ALL": "1", "REMOTE_ADDR": order.from,
      "SERVER_PROTOCOL": "HTTP/1.1",
    ]
    // Of somebody without a name git takes nothing, whatever else is wrong.
    more["REMOTE_USER"] = order.service == .receive ? order.who : nil
    switch order.step {
    case .advertise:
      more["REQUEST_METHOD"] = "GET"
      more["PATH_INFO"] = "/\(order.name.folder)/info/refs"
      more["QUERY_STRING"] = "service=\(order.service.rawValue)"
    case .exchange:
      more["REQUEST_METHOD"] = "POST"
      more["PATH_INFO"] = "/\(order.name.folder)/\(order.service.rawValue)"
      more["QUERY_STRING"] = ""
      more["CONTENT_TYPE"] = order.contentType
      more["HTTP_CONTENT_ENCODING"] = order.contentEncoding
      more["CONTENT_LENGTH"] = order.kept.map { "\($0.size)" }
    }
    more["HTTP_GIT_PROTOCOL"] = order.wireVersion
    more["GIT_PROTOCOL"] = order.wireVersion
    let git = GitChild(state: state, bots: bots, site: site, environment: environment)
    var command = Command(
      executable: try GitChild.program(environment, doing: "serving \(order.name)"),
      arguments: ["http-backend"], environment: git.variables(order.name, asking, more), folder: "/",
      outputs: .pipes)
    command.input = order.kept?.path
    return command
  }

  /// Who fetches may begin again; what is being pushed gets a little time to end well.
  func end() {
    let all = running.withLock { Array($0.values) }
    for one in all where one.isUpload { one.cancel() }
    let isEmpty = { [self] in running.withLock { $0.isEmpty } }
    let end = Date() + 2
    while !isEmpty(), Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    for one in running.withLock({ Array($0.values) }) { one.cancel() }
    while !isEmpty(), Date() < end + 1.5 { Thread.sleep(forTimeInterval: 0.02) }
  }
}

/// What one such process answers, while it does.
private final class GitAnswer: ProcessObserver, Sendable {
  private struct Heard {
    var head: [UInt8] = []
    /// The lines before its answer were read.
    var isParted = false
    var answer: HTTPAnswer?
    var errors: [UInt8] = []
  }

  private let order: GitOrder
  private let stream = ByteStream(mostPending: 1 << 20)
  private let heard = Mutex(Heard())
  private let ready = DispatchSemaphore(value: 0)
  private let cancellation = Cancellation()

  private static let mostHead = 16 << 10
  private static let mostErrors = 4000
  private static let handedOn: Set = ["content-type", "cache-control", "expires", "pragma"]

  init(_ order: GitOrder) {
    self.order = order
    guard order.step == .exchange else { return }
    // What it says is known before it is its turn, and nobody waits here for that.
    let lines = ["Content-Type: application/x-\(order.service.rawValue)-result", "Cache-Control: no-cache"]
    heard.withLock { $0.answer = Self.answer(lines, stream) }
    ready.signal()
  }

  var isUpload: Bool { order.service == .upload }

  func cancel() { cancellation.cancel() }

  /// - Parameter slots: it waits for one of these.
  func begin(
    _ command: Command, limits: ProcessLimits, _ slots: DispatchSemaphore?,
    ended: @escaping @Sendable () -> Void
  ) {
    // A process ends with the thread that began it.
    let thread = Thread { [self] in
      slots?.wait()
      defer { slots?.signal() }
      do {
        _ = try Processes.perform(command, limits: limits, cancellation: cancellation, observer: self)
      } catch {
        let words = Explanation(error, doing: "serving \(order.name)").sentence
        heard.withLock { $0.errors += Array(words.utf8) }
      }
      finish()
      ended()
    }
    thread.name = "bothy-git"
    thread.start()
  }

  func wait(seconds: Double) -> HTTPAnswer {
    guard ready.wait(timeout: .now() + seconds) == .success, let answer = heard.withLock({ $0.answer }) else {
      cancel()
      return Self.failed("Git did not answer within \(Int(seconds)) s.")
    }
    return answer
  }

  static func failed(_ words: String) -> HTTPAnswer {
    HTTPAnswer(
      500, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")],
      .bytes(Array((words + "\n").utf8)))
  }

  // MARK: On its thread

  func received(_ bytes: UnsafeRawBufferPointer, from source: Processes.OutputStream) {
    guard source == .standardOutput else {
      heard.withLock { if $0.errors.count < Self.mostErrors { $0.errors += bytes } }
      return
    }
    guard heard.withLock({ !$0.isParted }) else {
      push(Array(bytes))
      return
    }
    let rest: [UInt8]? = heard.withLock { heard in
      heard.head += bytes
      guard let (lines, rest) = Self.parted(heard.head) else {
        guard heard.head.count > Self.mostHead else { return nil }
        heard.isParted = true
        heard.answer = heard.answer ?? Self.failed("Git's answer is not understood.")
        return []
      }
      (heard.head, heard.isParted) = ([], true)
      let said = Self.answer(lines, stream)
      guard heard.answer != nil else {
        heard.answer = said
        return rest
      }
      return said.status == 200 ? rest : []
    }
    guard let rest else { return }
    ready.signal()
    if !rest.isEmpty { push(rest) }
  }

  private func push(_ bytes: [UInt8]) {
    _ = stream.push(bytes, seconds: ServedGit.secondsToTake)
  }

  /// Nobody has to be there any more for what they pushed.
  func check(elapsed: Double) -> String? {
    isUpload && stream.hasGone ? "who asked for it has gone" : nil
  }

  private func finish() {
    let isFirst = heard.withLock { heard in
      guard heard.answer == nil else { return false }
      let said = String(decoding: heard.errors, as: UTF8.self)
      heard.answer = Self.failed(said.isEmpty ? "Git ended without an answer." : said)
      return true
    }
    if isFirst { ready.signal() }
    stream.end()
  }

  // MARK: What is said first

  /// Lines, and what follows the empty one.
  private static func parted(_ bytes: [UInt8]) -> (lines: [String], rest: [UInt8])? {
    var lines: [String] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let line = bytes[start..<end]
      start = end + 1
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if text.isEmpty { return (lines, Array(bytes[start...])) }
      lines.append(text)
    }
    return nil
  }

  private static func answer(_ lines: [String], _ stream: ByteStream) -> HTTPAnswer {
    var answer = HTTPAnswer(200, [("X-Content-Type-Options", "nosniff")], .stream(stream))
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon])
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      if name.lowercased() == "status" {
        answer.status = value.split(separator: " ").first.flatMap { Int($0) } ?? 500
      } else if handedOn.contains(name.lowercased()) {
        answer.headers.append((name, value))
      }
    }
    return answer
  }
}
