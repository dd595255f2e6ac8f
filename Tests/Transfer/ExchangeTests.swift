import Foundation
import Kit
import Testing

@testable import Transfer

@Suite("A message over the network")
struct ExchangeTests {
  private func post(_ port: Int, seconds: Double = 30, isCanceled: Bool = false) async throws -> Exchange.End
  {
    try await aside {
      let post = Exchange.Post(
        address: "http://127.0.0.1:\(port)/hook?a=1", headers: ["X-Test: ü"],
        body: Array("{\"a\": \"ü\"}".utf8))
      return Exchange(seconds: seconds, isCanceled: { isCanceled }).perform(post)
    }
  }

  @Test("what is posted arrives as it is, and the answer comes back")
  func posts() async throws {
    let scratch = try ScratchFolder("transfer")
    try await Receiver.run(in: scratch) { receiver in
      try receiver.answer("200", "500", "302", "drop")
      #expect(try await post(receiver.port) == .answered(status: 200, said: "said 200"))
      #expect(try await post(receiver.port) == .answered(status: 500, said: "said 500"))
      // A redirect is not followed: nobody said that the other place may have it.
      #expect(try await post(receiver.port) == .answered(status: 302, said: "said 302"))
      let dropped = try await post(receiver.port)
      guard case .failed(let why, wasSent: true) = dropped else { throw POSIXError(.EINVAL) }
      #expect(why.contains("returned nothing"), "\(why)")
      let requests = try receiver.requests()
      #expect(requests.map(\.body) == Array(repeating: "{\"a\": \"ü\"}", count: 4))
      #expect(requests[0].path == "/hook?a=1")
    }
  }

  @Test("who does not answer in time, or is not there, is told so")
  func silence() async throws {
    let scratch = try ScratchFolder("transfer")
    try await Receiver.run(in: scratch) { receiver in
      try receiver.answer("slow")
      let end = try await post(receiver.port, seconds: 1)
      #expect(end == .failed(why: "no answer in time", wasSent: true))
    }
    guard case .failed(let why, wasSent: false) = try await post(1) else { throw POSIXError(.EINVAL) }
    #expect(why.contains("connect"), "\(why)")
  }

  @Test("it ends when it is told to")
  func canceled() async throws {
    let scratch = try ScratchFolder("transfer")
    try await Receiver.run(in: scratch) { receiver in
      try receiver.answer("slow")
      let end = try await post(receiver.port, isCanceled: true)
      #expect(end.isCanceled, "\(end)")
    }
  }

  @Test("nothing but HTTP and SMTP is spoken")
  func protocols() async throws {
    let end = Exchange().perform(Exchange.Post(address: "file:///etc/passwd", headers: [], body: [1]))
    #expect(!end.isAnswer, "\(end)")
  }
}

extension Exchange.End {
  fileprivate var isCanceled: Bool { if case .canceled = self { true } else { false } }
  fileprivate var isAnswer: Bool { if case .answered = self { true } else { false } }
}
