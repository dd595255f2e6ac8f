import Foundation
import HTTP
import Kit
import Model
import Testing

@testable import Web

@Suite("What is answered")
struct AnswerTests {
  @Test(
    "a range is a part, all of it, or nothing that is there",
    arguments: [
      (nil, .whole), ("bytes=0-", .part(0..<10)), ("bytes=2-4", .part(2..<5)), ("bytes=2-99", .part(2..<10)),
      ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)), ("bytes=9-9", .part(9..<10)),
      ("bytes=10-", .none), ("bytes=-0", .none), ("bytes=99999999999999999-", .none),
      ("bytes=4-2", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
      ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole), ("bytes=--1", .whole), ("bytes=0x1-2", .whole),
      ("bytes=99999999999999999999-", .whole), ("bytes= 0-1", .whole),
    ] as [(String?, ByteRange)])
  func ranges(_ header: String?, _ range: ByteRange) { #expect(ByteRange(header, of: 10) == range) }

  @Test("of a file without bytes no part is there")
  func empty() { #expect(ByteRange("bytes=0-", of: 0) == .none && ByteRange("bytes=-1", of: 0) == .none) }

  @Test("moments are told as HTTP has them")
  func dates() {
    #expect(WebDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(WebDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(WebDate.text(951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
    #expect(WebDate.text(1_798_761_599) == "Thu, 31 Dec 2026 23:59:59 GMT")
  }

  @Test("who has a file is told so, by its mark before its moment")
  func marks() {
    let marks = Marks(mark: "m", modified: 0, isCompressed: false)
    func knows(_ headers: (String, String)...) -> Bool {
      marks.isKnown(to: HTTPRequest(method: "GET", path: [], headers: headers.map { ($0.0, $0.1) }))
    }
    #expect(knows(("if-none-match", "\"m\"")) && knows(("if-none-match", "\"a\", W/\"m\"")))
    #expect(knows(("if-none-match", "*")) && !knows(("if-none-match", "\"m-gz\"")))
    #expect(knows(("if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT")))
    #expect(!knows(("if-none-match", "\"a\""), ("if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT")))
  }

  @Test("gzip is sent to who takes it")
  func codings() {
    for yes in ["gzip", "deflate, gzip;q=0.5", "*", "GZIP", "br;q=1, gzip"] {
      #expect(Compressed.isTaken(yes), "\(yes)")
    }
    for no in [nil, "", "br", "gzip;q=0", "identity", "*;q=0", "gzip;q=0.0"] {
      #expect(!Compressed.isTaken(no), "\(no ?? "")")
    }
  }

  @Test("what a test attached is shown and never obeyed")
  func foreign() {
    #expect(ContentKind(name: "a.js", isForeign: true).type.hasPrefix("text/plain"))
    #expect(ContentKind(name: "a.js", isForeign: false).type.hasPrefix("text/javascript"))
    #expect(ContentKind(name: "html", isForeign: false).type == "application/octet-stream")
    #expect(ContentPolicy.headers(isForeign: true).contains { $0.value.hasPrefix("sandbox;") })
  }

  private func face() -> BotFace {
    var past = PastIntegration(number: 7, started: Date(timeIntervalSince1970: 0), processID: 1)
    (past.result, past.ended, past.reason) = (
      .testFailures, Date(timeIntervalSince1970: 60), "1 of 2 tests <failed>"
    )
    past.author = "A & B"
    var face = BotFace(id: "a b", name: "A \"B\" <c>")
    (face.latest, face.isRunning) = (past, true)
    return face
  }

  @Test(
    "no sign of a page, a label or XML is left as it is by what stands beside it",
    arguments: ["<", "\"", "\\", "&", "'"].flatMap(JoinedSign.texts))
  func joined(_ text: String) throws {
    let answer = OwnPages.told(422, style: nil, title: text, "MARK\(text)MARK", back: "/")
    guard case .bytes(let bytes) = answer.body else { throw Refusal(500, "no page") }
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(page.contains(#"<link rel="icon" type="image/svg+xml" href="/favicon.ico">"#))
    let said = try #require(page.firstMatch(of: /MARK([^M]*)MARK/)).output.1
    #expect(!said.utf8.contains { "<\"'".utf8.contains($0) }, "\(said)")
    let label = try #require(
      Metrics.text(
        [BotFace(id: BotID("MARK\(text)MARK"), name: "")], isWatched: true, listeners: 0, now: Date()
      )
      .firstMatch(of: /MARK([^M]*)MARK/)
    ).output.1
    #expect(JoinedSign.unescaped(label) == text)
    #expect(JoinedSign.unescaped(JSONWords.escaped(text)) == text)
    #expect(!XMLWords.escaped(text).utf8.contains { "<\"".utf8.contains($0) })
  }

  @Test("the state of bots is told as other programs read it")
  func elsewhere() {
    let tray = Tray.text([face(), BotFace(id: "n", name: "n")], base: "http://h")
    #expect(
      tray.contains(
        #"<Project name="A &quot;B&quot; &lt;c&gt;" activity="Building" lastBuildStatus="Failure""#
      ), "\(tray)")
    #expect(tray.contains(#"webUrl="http://h/bots/a%20b/""#))
    #expect(tray.matches(of: /lastBuildTime="/).count == 1, "only of what was integrated: \(tray)")
    #expect(tray.matches(of: /<Project\s/).count == 1, "each needs a time: \(tray)")
    var flaky = face()
    flaky.latest?.result = .flaky
    #expect(Tray.text([flaky], base: "").contains(#"lastBuildStatus="Failure""#))
    flaky.latest?.isTolerated = true
    #expect(Tray.text([flaky], base: "").contains(#"lastBuildStatus="Success""#))
    let metrics = Metrics.text([face()], isWatched: true, listeners: 3, now: Date())
    #expect(metrics.contains("bothy_last_result{bot=\"a b\",result=\"test-failures\"} 1\n"), "\(metrics)")
    #expect(
      metrics.contains("bothy_event_listeners 3\n") && metrics.contains("bothy_last_status{bot=\"a b\"} 1\n"))
    let feed = face().latest.map { Self.feed($0, "http://h") } ?? ""
    #expect(feed.contains("<title>#7: 1 of 2 tests &lt;failed&gt;</title>"), "\(feed)")
    #expect(feed.contains("<name>A &amp; B</name>") && feed.contains("href=\"http://h/bots/a%20b/7/\""))
    func ids(_ text: String) -> [Substring] {
      text.matches(of: /<id>(urn:uuid:[0-9a-f-]{36})<\/id>/).map(\.1)
    }
    let other = face().latest.map { Self.feed($0, "https://other:8421") } ?? ""
    #expect(ids(feed).count == 2 && Set(ids(feed)).count == 2)
    #expect(ids(feed) == ids(other), "an entry is the same by whatever name this machine is asked")
    let empty = Feed.text("a b", name: "n", origin: "/r", [], base: "http://h")
    #expect(ids(empty) == [ids(feed)[0]] && empty.contains("<updated>1970-"), "it is the same feed: \(empty)")
  }

  private static func feed(_ one: PastIntegration, _ base: String) -> String {
    Feed.text("a b", name: "n", origin: "/r", [one], base: base)
  }
}

@Suite("What is told as it happens")
struct EventTests {
  @Test("who comes back hears what was missed, and only what is about their bot")
  func resuming() {
    var ring = EventRing(era: "e")
    _ = ring.add(LiveEvent(.queue, "a", "{}"))
    _ = ring.add(LiveEvent(.log, "a", "{}"))
    _ = ring.add(LiveEvent(.queue, "b", "{}"))
    #expect(ring.since("e-1", for: nil) == ["id: e-3\nevent: queue\ndata: {}\n\n"])
    #expect(ring.since("e-1", for: "a") == ["id: e-2\nevent: log\ndata: {}\n\n"])
    #expect(ring.since("e-3", for: nil) == [])
    for id in ["f-1", "e-4", "e-", "", "e", "e--1", "e-x"] {
      #expect(ring.since(id, for: nil) == nil, "\(id)")
    }
  }

  @Test("after nobody listened for a while, who comes back is told that all is to be read again")
  func forgetting() {
    var ring = EventRing(era: "e")
    _ = ring.add(LiveEvent(.queue, "a", "{}"))
    ring.forget()
    #expect(ring.since("e-1", for: "a") == nil)
    let next = ring.add(LiveEvent(.queue, "a", "{}"))
    #expect(next.hasPrefix("id: e-3\n") && ring.since("e-1", for: "a") == nil)
    #expect(ring.since("e-2", for: "a") == [next])
  }

  @Test("who goes on with the last event they heard is nobody new, to whom all would be told once more")
  func goesOn() {
    let hub = EventHub(era: "e")
    func listen(_ id: String?, of bot: BotID? = "a") -> Set<BotID?> {
      let headers = id.map { [("last-event-id", $0)] } ?? []
      _ = hub.answer(HTTPRequest(method: "GET", path: [], headers: headers), of: bot, sharer: "one")
      return hub.takeArrivals()
    }
    #expect(listen(nil) == ["a"])
    hub.tell([LiveEvent(.log, "a", "{}"), LiveEvent(.queue, "a", "{}")])
    #expect(listen("e-1") == [] && listen("e-2", of: nil) == [])
    #expect(listen("e-3") == ["a"] && listen("former-1") == ["a"] && listen("x", of: nil) == [nil])
  }

  @Test("no more is kept than there is room for, and who missed more is told that all is to be read again")
  func bounded() {
    var ring = EventRing(era: "e")
    for _ in 0..<(EventRing.most + 10) { _ = ring.add(LiveEvent(.site, nil, "{}")) }
    #expect(ring.events.count == EventRing.most)
    #expect(ring.since("e-5", for: nil) == nil && ring.since("e-10", for: nil)?.count == EventRing.most)
    _ = ring.add(LiveEvent(.log, "a", String(repeating: "x", count: EventRing.mostBytes + 1)))
    #expect(ring.events.isEmpty && ring.since("e-\(ring.last)", for: nil) == [])
  }

  @Test("who missed more than may wait to be sent is told to read all again, not let go at each try")
  func missedMuch() {
    var ring = EventRing(era: "e")
    let line = String(repeating: "x", count: 30_000)
    for _ in 0..<30 { _ = ring.add(LiveEvent(.log, "a", line)) }
    func beginning(_ id: String) -> String {
      let request = HTTPRequest(method: "GET", path: [], headers: [("last-event-id", id)])
      return EventHub.beginning(request, EventHub.missed(request, of: "a", ring), ring)
    }
    #expect(beginning("e-1").hasSuffix("id: e-30\nevent: site\ndata: {\"all\": true}\n\n"))
    #expect(beginning("e-28").contains(line) && beginning("e-28").contains("id: e-30\n"))
  }
}
