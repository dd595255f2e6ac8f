import Foundation
import Kit
import Testing

@Suite("People and tokens behind bothy serve")
struct PeopleServeTests {
  /// With what is typed into it.
  private func bothy(_ served: Served, _ line: String, input: String = "") async throws -> CommandEnd {
    let script = "printf '%s' \"$0\" | \"$1\" \(line) --state \"$2\" --bots \"$3\""
    return try await Command(
      "/bin/sh", ["-c", script, input, try Program.bothy, served.state, served.scratch.path + "/bots"],
      in: served.scratch.url, limitSeconds: 600
    ).run()
  }

  @Test("who sends a token reads what it may, until it is removed, and all of it is written down")
  func tokens() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    try served.write("anonymous: nothing\n", to: "serve.yaml")
    let made = try await bothy(served, "token create all --role reader")
    #expect(made.status == 0 && made.errorText.contains("shown this once"), "\(made.errorText)")
    let all = made.outputText.trimmingCharacters(in: .newlines)
    #expect(all.hasPrefix("bothy_") && all.count == 49, "\(all)")
    let one = try await bothy(served, "token create one --bot p --until 2031-12-31").outputText
      .trimmingCharacters(in: .newlines)
    let kept = try String(contentsOfFile: served.state + "/people.json", encoding: .utf8)
    #expect(!kept.contains(all) && !kept.contains(all.dropFirst(6)))
    try await served.run { _ in
      func get(_ address: String, _ token: String) -> Int? {
        served.get(address, "Authorization: Bearer \(token)").status
      }
      #expect(served.get("/").status == 401 && served.get("/bots/p/").status == 401)
      for address in ["/", "/bots/p/", "/api/bots", "/metrics", "/bots/p/1/log.txt"] {
        #expect(get(address, all) == 200, "\(address)")
      }
      #expect(get("/bots/p/", one) == 200 && get("/", one) == 403 && get("/bots/q/", one) == 403)
      #expect(get("/api/bots", one) == 403 && get("/api/bots/none", one) == 403)
      for wrong in ["", "x", all + "x", String(all.dropLast()), all.uppercased(), "\(all) \(all)"] {
        #expect([401, 429].contains(get("/", wrong)), "\(wrong)")
      }
      // They are told to wait, and hold up nobody who has a token.
      for _ in 0..<20 { _ = get("/", "x") }
      let late = served.get("/", "Authorization: Bearer x")
      #expect(late.status == 429 && late.header("Retry-After") != nil, "\(late.text)")
      #expect(get("/", all) == 200)
      #expect(served.get("/", "Authorization: Basic \(all)").status == 401)
      let twice = served.get("/", "Authorization: Bearer \(all)", "Authorization: Bearer \(all)")
      #expect(twice.status == 401)
      let removed = try await bothy(served, "token remove all")
      #expect(removed.status == 0, "\(removed.errorText)")
      #expect(get("/", all) != 200 && get("/bots/p/", one) == 200)
    }
    let audit = try await bothy(served, "audit").outputText
    #expect(audit.split(separator: "\n").count == 4 && audit.contains("token create"), "\(audit)")
    #expect(audit.contains("somebody from 127.0.0.1: token: refused: a token that is not known"), "\(audit)")
    #expect(audit.contains("at least 16 times within ten minutes"), "\(audit)")
    #expect(!audit.contains(all) && !audit.contains(one))
  }

  @Test("people are added, changed and removed by commands that tell what is wrong")
  func people() async throws {
    let served = try Served()
    defer { served.scratch.remove() }
    func user(_ line: String, _ input: String = "") async throws -> (Int32, String) {
      let end = try await bothy(served, "user " + line, input: input)
      return (end.status, end.outputText + end.errorText)
    }
    #expect(try await user("list").1 == "Nobody is known yet; `bothy user add NAME` adds somebody.\n")
    #expect(try await user("add anna --role operator", "correct horse\n").0 == 0)
    #expect(try await user("add otto", "\n").1.contains("without a password"))
    for (line, input, words) in [
      ("add anna", "correct horse\n", "there is somebody of that name already"),
      ("add bert", "short\n", "less than 8 characters"), ("add bert", "", "no password came"),
      ("add 'a b'", "correct horse\n", "`a b` is no name"), ("add", "", "it was not said who"),
      ("role anna", "", "it was not said which role"), ("role anna --role boss", "", "no role `boss`"),
      ("role ana --role reader", "", "did you mean `anna`?"), ("ad anna", "", "did you mean `add`?"),
      ("remove nobody-there", "", "nobody is known by the name"),
    ] {
      let (status, told) = try await user(line, input)
      #expect(status == 2 && told.contains(words), "\(line): \(told)")
    }
    #expect(try await user("role anna --role reader --bot p").1.contains("operator; reader of p"))
    #expect(try await user("list").1 == "anna  operator; reader of p\notto  reader  (no password)\n")
    #expect(try await user("password anna", "another horse\n").0 == 0)
    #expect(try await user("remove otto").0 == 0)
    let kept = try String(contentsOfFile: served.state + "/people.json", encoding: .utf8)
    #expect(!kept.contains("horse") && kept.contains("$y$") && !kept.contains("otto"))
  }
}
