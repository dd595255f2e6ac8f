import Foundation
import Kit
import Testing

/// Who is cut off from a real server and comes back.
@Suite("Events that are gone on with", .nightly)
struct ResumedEventsTests {
  private struct Heard: Equatable {
    var id: String
    var kind: String
    var body: String

    /// Whole events of what came so far.
    static func all(in file: String) -> [Heard] {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "\n\n").dropLast().compactMap { block in
        func value(_ key: String) -> String? {
          block.components(separatedBy: "\n").first { $0.hasPrefix(key + ": ") }
            .map { String($0.dropFirst(key.count + 2)) }
        }
        guard let id = value("id"), let kind = value("event"), let body = value("data") else { return nil }
        return Heard(id: id, kind: kind, body: body)
      }
    }
  }

  /// A bot whose script writes lines, half of them when it may.
  private static let lines = 50
  private static let script = """
    mkdir bots && git init -qb main r && cd r
    printf '// swift-tools-version: 6.0\\nimport PackageDescription\\n' >Package.swift
    echo 'let package = Package(name: "r")' >>Package.swift && git add .
    git -c user.name=a -c user.email=a@b.c commit -qm One
    printf 'repository: ../r\\nschedule: {on: manual}\\ntriggers:\\n  - before: ./say; exit 1\\n' \
    >../bots/p.yaml
    printf '#!/bin/sh\\nfor i in $(seq \(lines)); do echo "line $i ü"; sleep 0.07\\n' >say
    echo "[ \\$i -lt \(lines / 2) ] || until [ -e $PWD/../gate ]; do sleep 0.1; done; done" >>say
    chmod +x say && git add . && git -c user.name=a -c user.email=a@b.c commit -qm Say
    """

  @Test(
    "who was cut off is told what came in between, once, and then what comes; a number of another is none")
  func resumed() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    let made = try await Command("/bin/sh", ["-ec", Self.script], in: served.scratch.url).run()
    try #require(made.status == 0, "\(made.errorText)")
    /// Listens until that holds of what came.
    @Sendable func listen(
      _ name: String, since id: String? = nil, until holds: @escaping @Sendable ([Heard]) async throws -> Bool
    ) async throws -> [Heard] {
      let file = "\(served.scratch.path)/\(name)"
      let since = id.map { ["-H", "Last-Event-ID: \($0)"] } ?? []
      let address = "http://127.0.0.1:\(served.port)/api/events/p"
      _ = try await Command("/usr/bin/env", ["curl", "-sN", "-o", file] + since + [address]).run { id in
        defer { kill(id, SIGTERM) }
        let came = try await eventually(within: 300) { try await holds(Heard.all(in: file)) }
        #expect(came, "\(name) heard no more than \(Heard.all(in: file).count) events")
      }
      return Heard.all(in: file)
    }
    try await served.run { _ in
      let folders = ["--bots", served.scratch.path + "/bots", "--state", served.state]
      let end = try await Command(try Program.bothy, ["integrate", "p"] + folders, in: served.scratch.url).run
      {
        _ in
        // As long as somebody listens it is known what came.
        let whole = try await listen("whole") { _ in
          let first = try await listen("first") { heard in heard.contains { $0.kind == "log" } }
          let last = try #require(first.last)
          #expect(FileManager.default.createFile(atPath: served.scratch.path + "/gate", contents: nil))
          let file = served.scratch.path + "/whole"
          let isLater = try await eventually {
            Heard.all(in: file).drop { $0.id != last.id }.dropFirst().contains { $0.kind == "log" }
          }
          #expect(isLater)
          let second = try await listen("second", since: last.id) { $0.contains { $0.kind == "settled" } }
          try Self.expectOnce(first, second, in: file, log: served.state + "/integrations/p/1/log.txt")
          let strange = try await listen("strange", since: "another-7") { !$0.isEmpty }
          #expect(strange.first?.kind == "site" && strange.first?.body == "{\"all\": true}")
          return true
        }
        #expect(whole.contains { $0.kind == "settled" })
      }
      #expect(end.status != 0)
    }
  }

  private static func expectOnce(
    _ first: [Heard], _ second: [Heard], in file: String, log: String
  ) throws {
    let mine = first + second
    let all = Heard.all(in: file)
    let since = all.drop { $0.id != mine[0].id }
    #expect(Array(since.prefix(mine.count)) == mine, "\(mine.map(\.id)) of \(all.map(\.id))")
    var (text, end) = ("", 0.0)
    for event in mine where event.kind == "log" {
      let piece = try JSON(Data(event.body.utf8))
      #expect(piece["from"]?.number == end, "\(event.body)")
      end = piece["to"]?.number ?? -1
      text += piece["text"]?.text ?? ""
    }
    let whole = try String(contentsOfFile: log, encoding: .utf8)
    #expect(whole.hasPrefix(text) && text.contains("line \(lines) ü\n"), "\(text)")
    #expect(mine.count { $0.kind == "settled" } == 1)
  }
}
