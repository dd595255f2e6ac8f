import Foundation
import Kit
import Testing

/// Scripts of a bot that run when its pages are published, by the real program.
@Suite("Scripts afterwards")
struct AfterScriptsTests {
  private static let secret = "s3cr3t-of-the-forge"

  /// A secret at once, in two pieces and as base64.
  private static let telling = """
    echo told $TOKEN
    printf 'pieces %.8s' "$TOKEN"; sleep 0.3; printf %s "$TOKEN" | cut -c 9-
    echo encoded $(printf %s "$TOKEN" | base64)
    exit 3
    """

  /// As it was written for Xcode Server, and what Bothy says beside that; of what its first line names.
  private static let forXcodeServer = """
    #!/bin/bash -e
    names=(XCS_BOT_ID XCS_BOT_TINY_ID XCS_INTEGRATION_ID XCS_INTEGRATION_TINY_ID XCS_DERIVED_DATA_DIR)
    for name in "${names[@]}"; do [[ -n ${!name} ]] || { echo "no $name"; exit 1; }; done
    [[ ${#names[@]} == 5 && $XCS_BOT_TINY_ID != "$XCS_INTEGRATION_TINY_ID" ]]
    [[ $XCS_INTEGRATION_ID == "$XCS_BOT_ID#1" && -d $XCS_DERIVED_DATA_DIR && -z $XCS_PRIMARY_REPO_TAG ]]
    [[ $(stat -c %a "$0") == 700 && $0 == "$XCS_OUTPUT_DIR"/* && $0 != "$XCS_PRIMARY_REPO_DIR"/* ]]
    cd "${XCS_SOURCE_DIR}/OnlySwiftTesting"
    test -f Package.swift
    test "$(git -C "$XCS_PRIMARY_REPO_DIR" rev-parse HEAD)" = "$BOTHY_COMMIT"
    test "$XCS_PRIMARY_REPO_REVISION" = "$BOTHY_COMMIT"
    test "$XCS" = 1 && test "$XCS_INTEGRATION_RESULT" = succeeded && test "$XCS_PRIMARY_REPO_BRANCH" = main
    test $XCS_TESTS_COUNT -eq 1 && test $XCS_TEST_FAILURE_COUNT -eq 0 && test $XCS_ERROR_COUNT -eq 0
    test -s "$XCS_XCODEBUILD_LOG" && test -d "$XCS_OUTPUT_DIR" && test -n "$XCS_BOT_NAME"
    test "$BOTHY_BRANCH" = main && test -s "$BOTHY_LOG"
    test "$BOTHY_INTEGRATION" = "$XCS_INTEGRATION_NUMBER"
    test $BOTHY_TESTS_COUNT -eq 1 && test $BOTHY_TESTS_CHANGE -eq 1 && test -z "$BOTHY_ARCHIVE"
    """

  /// In the manner of those that people had there: where it was written, sh was bash, and so `==` was known.
  private static let forTheRoom = #"""
    #! /bin/sh
    export LC_ALL=C
    if [ "$XCS" == 1 ]
    then
      echo bot = $XCS_BOT_NAME, $XCS_BOT_ID
      echo see https://$(hostname)/xcode/bots/${XCS_BOT_TINY_ID}/integrations/${XCS_INTEGRATION_TINY_ID}
    fi
    cd ${XCS_PRIMARY_REPO_DIR}
    SHA=$(git rev-parse HEAD | tr -d '\n')
    COLOR=danger
    if [[ "$XCS_INTEGRATION_RESULT" == succ* ]]; then COLOR="good"; fi
    PASSED=$((XCS_TESTS_COUNT - XCS_TEST_FAILURE_COUNT))
    TEXT="*${XCS_BOT_NAME}* ${XCS_INTEGRATION_NUMBER}: $PASSED of $XCS_TESTS_COUNT (${XCS_TESTS_CHANGE} more)"
    COUNTS="${XCS_ERROR_COUNT} ${XCS_WARNING_COUNT} ${XCS_ANALYZER_WARNING_COUNT}"
    PAYLOAD="{\"text\": \"${TEXT}, ${COUNTS}\", \"color\": \"${COLOR}\", \"sha\": \"${SHA}\"}"
    curl -X POST --data-urlencode "payload=${PAYLOAD}" https://hooks.example.com/services/T0/B0
    tail -n 5 "$XCS_XCODEBUILD_LOG" > "${XCS_OUTPUT_DIR}/tail.txt"
    """#

  /// What ran before lies nowhere any more.
  private static let last = "test ! -e \"$BOTHY_OUTPUT_DIR/scratch/script\" && echo changed > Package.swift"

  private static func bot(_ repository: URL, _ scripts: [String], _ more: String = "") -> String {
    "repository: \(repository.path)\nsecrets: [TOKEN]\n\(more)\ntriggers:\n"
      + scripts.map { "  - after: |\n      " + $0.replacing("\n", with: "\n      ") + "\n" }.joined()
  }

  private struct World {
    let scratch: ScratchFolder
    let state: String

    init(_ scratch: ScratchFolder, _ bot: String, disk: SmallDisk? = nil) throws {
      (self.scratch, state) = (scratch, scratch.path + "/state")
      if let disk {
        try FileManager.default.createSymbolicLink(atPath: state, withDestinationPath: disk.path)
      }
      try scratch.write("bots/b.yaml", bot)
      try scratch.write("state/secrets/b.env", "TOKEN=\(secret)\n")
      for (path, mode) in [("/secrets", 0o700), ("/secrets/b.env", 0o600)] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: state + path)
      }
    }

    func text(_ path: String) -> String {
      (try? String(contentsOfFile: scratch.path + "/" + path, encoding: .utf8)) ?? ""
    }

    func end(_ repository: URL) async throws -> CommandEnd {
      try await Command(
        try Program.bothy,
        ["run", repository.path, "--json", "--bot", scratch.path + "/bots/b.yaml", "--state", state],
        in: scratch.url, limitSeconds: 600
      ).run()
    }

    func run(_ repository: URL) async throws -> (end: CommandEnd, report: JSON) {
      let end = try await end(repository)
      return (end, try JSON(end.output))
    }
  }

  private static func statuses(_ report: JSON?) -> [String] {
    report?["triggers"]?.elements?.compactMap { $0["status"]?.text } ?? []
  }

  @Test("they find page and report in their places, one may fail or print a secret, and the result stays")
  func published() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("afterwards")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let seen = """
        grep -c "<h1>" "$BOTHY_PAGE" > '\(scratch.path)/seen'
        grep -o '"result": *"[a-z-]*"' "$BOTHY_REPORT" | head -1 >> '\(scratch.path)/seen'
        test -f Package.swift && echo "$BOTHY_RESULT" >> '\(scratch.path)/seen'
        """
      let scripts = [seen, Self.telling, Self.forXcodeServer, Self.forTheRoom, Self.last]
      let curl = "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(scratch.path)/room'\n"
      try scratch.write("tools/curl", curl, mode: 0o755)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let world = try World(
        scratch, Self.bot(repository, scripts, "environment: {PATH: \"\(scratch.path)/tools:\(path)\"}"))
      let (end, report) = try await world.run(repository)
      #expect(end.status == 0 && report["result"]?.text == "succeeded", "\(end.errorText)")
      try await Self.expectRefusals(world, repository)
      let lines = world.text("seen").split(separator: "\n")
      #expect(lines.first == "1" && lines.last == "succeeded" && lines.count == 3, "\(lines)")
      #expect(
        Self.statuses(report) == ["passed", "failed", "passed", "passed", "passed"], "\(end.errorText)")
      let head = try Worktree(path: repository.path).head()
      let told = world.text("room").split(separator: "\n").map(String.init)
      #expect(
        told == [
          "-X", "POST", "--data-urlencode",
          "payload={\"text\": \"*b* 1: 1 of 1 (1 more), 0 0 0\", \"color\": \"good\", \"sha\": \"\(head)\"}",
          "https://hooks.example.com/services/T0/B0",
        ])
      #expect(end.errorText.contains("ended with status 3"))
      let bot = try #require(report["bot"]?.text)
      let page = world.text("state/site/bots/\(bot)/1/index.html")
      #expect(page.contains("it ended with status 3") && page.contains(#"id="scripts""#))
      #expect(!page.contains("waiting"))
      let encoded = Data(Self.secret.utf8).base64EncodedString()
      for text in [end.errorText, end.outputText] {
        #expect(!text.contains(Self.secret) && !text.contains(encoded), "\(text)")
      }
      #expect(try await Found.files(with: "\(Self.secret)|\(encoded)", below: world.state) == [])
      let log = world.text("state/integrations/\(bot)/1/log.txt")
      for word in ["told", "pieces", "encoded"] { #expect(log.contains("\n\(word) *****"), "\(log)") }
      let shown = try JSON(Data(world.text("state/site/bots/\(bot)/1/report.json").utf8))
      #expect(Self.statuses(shown) == Self.statuses(report))
      #expect(!world.text("state/integrations/\(bot)/1/tail.txt").isEmpty)
    }
  }

  /// Of secrets that others may read, and of one that is not there.
  private static func expectRefusals(_ world: World, _ repository: URL) async throws {
    let file = world.state + "/secrets/b.env"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let open = try await world.end(repository)
    #expect(open.status == 2 && open.errorText.contains("chmod 600"), "\(open.errorText)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try Data("OTHER=1\n".utf8).write(to: URL(fileURLWithPath: file))
    let missing = try await world.end(repository)
    #expect(missing.status == 2 && missing.errorText.contains("TOKEN"), "\(missing.errorText)")
  }

  @Test("ones that leave processes or kill what runs them cost no result, and are not run again", .nightly)
  func killing() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("killing")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let mark = "31\(Int.random(in: 100_000...999_999))"
      let forks = "for i in 1 2 3 4 5 6 7 8; do sleep \(mark) & done\n(setsid sleep \(mark) &)"
      let script = "echo run >> '\(scratch.path)/runs'\nkill -9 $PPID\nsleep 60"
      let scripts = [forks, script, "echo second >> '\(scratch.path)/runs'"]
      let world = try World(scratch, Self.bot(repository, scripts))
      let (end, report) = try await world.run(repository)
      #expect(end.status == 0 && report["result"]?.text == "succeeded", "\(end.errorText)")
      #expect(Self.statuses(report) == ["passed", "cut-off", "not-run"] && world.text("runs") == "run\n")
      #expect(!MarkedProcesses.isRunning("sleep \(mark)"))
      #expect(end.errorText.contains("was cut off"))
      let bot = try #require(report["bot"]?.text)
      let page = world.text("state/site/bots/\(bot)/1/index.html")
      #expect(page.contains("how far it came is not known"))
    }
  }

  @Test(
    "ones that fill the disk cost no result, and all goes on once there is room", .nightly,
    .enabled(if: SmallDisk.isAllowed, "this user may not mount a disk"))
  func greedy() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("greedy")
      defer { scratch.remove() }
      let disk = try SmallDisk(kilobytes: 400_000)
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let plain = "coverage: {enabled: false}"
      let world = try World(scratch, Self.bot(repository, ["cat /dev/zero > filler"], plain), disk: disk)
      let (end, report) = try await world.run(repository)
      #expect(end.status == 0 && report["result"]?.text == "succeeded", "\(end.errorText)")
      #expect(
        Self.statuses(report) != ["passed"] && end.errorText.contains("No space left"), "\(end.errorText)")
      let bot = try #require(report["bot"]?.text)
      let filler = world.state + "/bots/\(bot)/checkout/filler"
      try FileManager.default.removeItem(atPath: filler)
      let again = try await Command(
        try Program.bothy, ["show", "\(bot)#1", "--state", world.state], in: scratch.url
      ).run()
      #expect(again.status == 0 && again.outputText.contains("✓ succeeded"), "\(again.outputText)")

      try scratch.write(
        "bots/b.yaml",
        "repository: \(repository.path)\n\(plain)\ntriggers: [{before: cat /dev/zero > filler}]\n")
      let before = try await world.end(repository)
      #expect(before.status == 5, "\(before.errorText)")
      #expect(before.errorText.contains("no space left on device: make room"), "\(before.errorText)")
      try FileManager.default.removeItem(atPath: filler)
      try scratch.write("bots/b.yaml", "repository: \(repository.path)\n\(plain)\n")
      let (fine, last) = try await world.run(repository)
      #expect(fine.status == 0 && last["result"]?.text == "succeeded", "\(fine.errorText)")
    }
  }

  @Test("one that removes the folder of its integration costs what lay there, and no result", .nightly)
  func removing() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("removing")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let world = try World(scratch, Self.bot(repository, ["rm -rf \"$BOTHY_OUTPUT_DIR\""]))
      let (end, report) = try await world.run(repository)
      #expect(end.status == 0 && report["result"]?.text == "succeeded", "\(end.errorText)")
      #expect(Self.statuses(report) == ["passed"])
      let notes = report["notes"]?.elements?.compactMap(\.text) ?? []
      #expect(notes.contains { $0.hasPrefix("The scripts afterwards removed files") }, "\(notes)")
      let bot = try #require(report["bot"]?.text)
      #expect(world.text("state/site/bots/\(bot)/1/index.html").contains("removed files of this integration"))
      let again = try await Command(
        try Program.bothy, ["show", "\(bot)#1", "--state", world.state], in: scratch.url
      ).run()
      #expect(again.status == 0 && again.outputText.contains("✓ succeeded"), "\(again.outputText)")
    }
  }

  @Test("the watcher publishes before them, ends one that hangs at its limit, and shows other bots meanwhile")
  func watched() async throws {
    try await Turns.waiting.run {
      let scratch = try ScratchFolder("watched-afterwards")
      defer { scratch.remove() }
      let repository = try await Fixture("OnlySwiftTesting").makeRepository(in: scratch)
      let script = "test -f \"$BOTHY_PAGE\" && cp \"$BOTHY_REPORT\" '\(scratch.path)/early.json'\nsleep 600"
      let world = try World(scratch, "")
      try scratch.write(
        "bots/b.yaml",
        Self.bot(repository, [script]).replacing("sleep 600\n", with: "sleep 600\n    timeout: 3s\n"))
      let watcher = Watcher(bots: scratch.path + "/bots", state: world.state, folder: scratch.url)
      _ = try await watcher.run { id in
        try await watcher.wait("it is settled", "SELECT count(*) FROM integration WHERE settled") {
          $0 == "1"
        }
        kill(id, SIGTERM)
      }
      let rows = try await watcher.integrations()
      #expect(rows.count == 1 && rows[0].hasPrefix("1|succeeded|"), "\(rows)")
      let early = try JSON(Data(world.text("early.json").utf8))
      #expect(Self.statuses(early) == ["running"])
      let report = try JSON(Data(world.text("state/integrations/b/1/report.json").utf8))
      #expect(Self.statuses(report) == ["timed-out"] && report["result"]?.text == "succeeded")
      #expect(world.text("state/site/bots/b/1/index.html").contains("it ran longer than 3 s"))
    }
  }
}
