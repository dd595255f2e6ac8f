import Foundation
import Glibc
import Testing

@testable import Processes

/// What concerns a whole process is tested in one that does nothing else.
@Suite("What a process does as a whole") struct AloneTests {
  init() { reaping }

  @Test("200 commands leave no descriptor and no zombie", .slow)
  func leaks() async {
    await #expect(processExitsWith: .success) {
      adoptOrphans()
      func descriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
      }
      _ = try sh("exit 0", token: nil)
      let before = descriptors()
      for index in 0..<200 {
        let outputs: Command.Outputs = [.terminal, .pipes, .merged][index % 3]
        do {
          _ = try sh("(sh -c 'exit 0' &); echo $$; exit 0", outputs: outputs, token: nil)
        } catch {
          // What an exit test throws does not reach its parent in words.
          Issue.record("command \(index): \(error)")
        }
        #expect(error(starting: Command(executable: "/no/such", environment: [:], folder: "/")) != nil)
      }
      #expect(descriptors() == before)
      #expect(ProcessTable.ownChildren() == [])
    }
  }

  @Test("what it started cannot end it by a signal, others can")
  func refused() async {
    await #expect(processExitsWith: .success) {
      adoptOrphans()
      let canceled = Cancellation.onSignals([SIGTERM])
      #expect(Signals.refused == nil)
      _ = try sh("kill -TERM $PPID; sleep 0.2")
      // From a session of its own, and with nothing left of its environment.
      _ = try sh("env -i setsid sh -c \"kill -TERM $PPID; sleep 0.2\"")
      #expect(!canceled.isCanceled && Signals.refused == SIGTERM)
      Signals.refuseIdle()
      _ = try sh("kill -USR1 $PPID; kill -ALRM $PPID; kill -XCPU $PPID; sleep 0.2")
      #expect([SIGALRM, SIGUSR1, SIGXCPU].contains(Signals.refused))
      _ = Glibc.raise(SIGTERM)
      #expect(canceled.isCanceled)
    }
  }

  @Test("a crash leaves a mark that says what went on, and takes its course", .slow)
  func crash() async throws {
    for (how, signal) in [("trap", SIGILL), ("abort", SIGABRT), ("elsewhere", SIGILL), ("over", SIGILL)] {
      let end = await #expect(processExitsWith: .failure) { [how = how as String] in
        let place = "/tmp/bothy-crash-\(getppid())-\(how)"
        let none = Int32(CommandLine.arguments.count) - Int32(CommandLine.arguments.count)
        CrashMark.leaving("outer", at: place + "-outer") {
          CrashMark.leaving("inner", at: place) {
            switch how {
            case "trap": _ = 1 / none
            case "abort": abort()
            case "elsewhere":
              Thread.detachNewThread { _ = 1 / none }
              sleep(20)
            default: break
            }
          }
        }
        CrashMark.leaving("done", at: place) {}
        _ = 1 / none
      }
      let place = "/tmp/bothy-crash-\(getpid())-\(how)"
      defer { for file in [place, place + "-outer"] { unlink(file) } }
      #expect(end?.exitStatus == .signal(signal), "\(how)")
      let mark = try? String(contentsOfFile: place, encoding: .utf8)
      #expect(mark == (how == "over" ? nil : "inner"), "\(how)")
      #expect(access(place + "-outer", F_OK) != 0)
    }
  }

  @Test("an exit is noticed at once, not at the next look")
  func quickness() async {
    await #expect(processExitsWith: .success) {
      adoptOrphans()
      // The quickest of many, so that a busy machine is not taken for a slow look.
      let quickest = try (0..<40).map { _ in try sh("exit 0", token: nil).0.seconds }.min()
      #expect((quickest ?? 1) < 0.03)
    }
  }

  @Test("orphans that die while a command runs are reaped meanwhile")
  func orphans() async {
    await #expect(processExitsWith: .success) {
      adoptOrphans()
      let recorder = Recorder()
      // Read only after the command has ended.
      nonisolated(unsafe) var least = 99
      recorder.question = { _, elapsed in
        // On a busy machine some of them begin late.
        if elapsed > 1.5 { least = min(least, ProcessTable.ownChildren()?.count ?? 99) }
        return nil
      }
      _ = try sh("for i in 1 2 3 4 5 6 7 8 9; do (setsid true &); done; sleep 2.5", recorder: recorder)
      #expect(least == 1)
    }
  }

  @Test("children which other code of this process starts are neither ended nor reaped")
  func foreign() async {
    await #expect(processExitsWith: .success) {
      adoptOrphans()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "sleep 1; exit 6"]
      try process.run()
      for _ in 0..<3 { _ = try sh("(sleep 60 &); exit 0", limits: ProcessLimits(graceSeconds: 0.2)) }
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 6)
    }
  }

  @Test("all descendants are ended, whoever started them")
  func descendants() async {
    await #expect(processExitsWith: .success) {
      adoptOrphans()
      #expect(endAllDescendants() == 0)
      let token = Token()
      for script in [
        "sleep 60", "trap '' TERM; sleep 60 & sleep 61; sleep 62", "setsid sh -c 'sleep 60; :' &",
      ] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.environment = ["TOKEN": token.word, "PATH": "/usr/bin:/bin"]
        try process.run()
      }
      usleep(300_000)
      #expect(token.living.count >= 5)
      #expect(endAllDescendants() >= 5)
      #expect(token.living == [])
      #expect(ProcessTable.ownChildren() == [])
    }
  }

  @Test("signals cancel, and what runs is ended")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let cancellation = Cancellation.onSignals([SIGTERM, SIGINT])
      #expect(!cancellation.isCanceled)
      let recorder = Recorder()
      recorder.question = { heard, _ in
        if heard.checks == 5 { kill(getpid(), SIGINT) }
        return nil
      }
      let (end, _) = try sh("sleep 60", cancellation: cancellation, recorder: recorder)
      #expect(end.stopped == .canceled)
      #expect(end.seconds < 30)
      #expect(cancellation.isCanceled)
      raise(SIGTERM)
      raise(SIGINT)
    }
  }

  @Test("a main process dies with a performer that is killed")
  func killedPerformer() async {
    let word = "bothytest-nested-\(getpid())"
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let word = "bothytest-nested-\(getppid())"
      let recorder = Recorder()
      recorder.question = { heard, _ in
        if heard.text.contains("up") { kill(getpid(), SIGKILL) }
        return nil
      }
      _ = try sh("echo up; exec \(pythonPath) -c 'import time; time.sleep(60)' \(word)", recorder: recorder)
    }
    for _ in 0..<100 where !Token.living(word).isEmpty { usleep(10_000) }
    Children.shared.reapStrays()
    #expect(Token.living(word) == [])
  }

  @Test("a process that asked for it ends with its parent")
  func withParent() async {
    await #expect(processExitsWith: .success) {
      endWithParent(SIGTERM)
      var signal: Int32 = 0
      #expect(prctlDeathSignal(&signal) == 0)
      #expect(signal == SIGTERM)
    }
  }

  @Test("an ignored SIGCHLD does not hide how a command ends")
  func ignoredChildren() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let (end, _) = try sh("exit 3")
      #expect(end.ending == .exited(3))
    }
  }

  @Test("it works with the standard descriptors closed")
  func closedStandard() async {
    await #expect(processExitsWith: .success) {
      close(0)
      for outputs in [Command.Outputs.terminal, .pipes, .merged] {
        let (end, heard) = try sh("cat; echo out; echo err >&2", outputs: outputs, token: nil)
        #expect(end.ending == .exited(0))
        #expect(heard.text + heard.errorText == "out\nerr\n")
      }
    }
  }
}

/// While there is a dead child that nobody reaps, Swift Testing does not see its exit tests end. Strays of
/// the tests beside these may die after the last command, when nothing looks for them any more.
private let reaping: Void = Thread.detachNewThread {
  while true {
    Children.shared.reapStrays()
    usleep(200_000)
  }
}

/// PR_GET_PDEATHSIG; Swift does not import prctl, which takes a varying number of arguments.
private func prctlDeathSignal(_ signal: inout Int32) -> Int32 {
  typealias Call = @convention(c) (Int32, UnsafeMutablePointer<Int32>, Int, Int, Int) -> Int32
  guard let found = dlsym(nil, "prctl") else { return -1 }
  return unsafeBitCast(found, to: Call.self)(2, &signal, 0, 0, 0)
}

/// A Bothy that tests a Bothy: this very program, started by another of itself.
@Suite("A tree within a tree") struct NestedTests {
  static let inner = ProcessInfo.processInfo.environment["BOTHY_TEST_INNER"]

  @Test("what an inner performer started ends with the outer tree", arguments: ["TERM", "KILL"])
  func nested(signal: String) throws {
    try #require(Self.inner == nil)
    let token = Token()
    var environment = standardEnvironment
    environment["BOTHY_TEST_INNER"] = token.word
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let recorder = Recorder()
    recorder.question = { heard, _ in
      guard heard.text.contains("standing"), let pid = self.innerPid(heard.text) else { return nil }
      if signal == "KILL" {
        kill(pid, SIGKILL)
        return nil
      }
      return "enough"
    }
    let (end, heard) = try run(
      program, ["--testing-library", "swift-testing", "--filter", "NestedTests/within"], outputs: .terminal,
      token: token, environment: environment, limits: ProcessLimits(seconds: 30, graceSeconds: 0.5),
      recorder: recorder)
    #expect(heard.text.contains("standing"))
    #expect(end.stopped == (signal == "KILL" ? nil : .asked("enough")))
    #expect(end.ending == .signaled(signal == "KILL" ? SIGKILL : SIGTERM))
    #expect(end.leftBehind >= 2)
    #expect(end.survivors == 0)
  }

  private func innerPid(_ text: String) -> pid_t? {
    text.split(separator: "standing of ").dropFirst().first.flatMap { pid_t($0.prefix { $0.isNumber }) }
  }

  @Test("within", .enabled(if: NestedTests.inner != nil, "the tests beside it start it"))
  func within() throws {
    adoptOrphans()
    let recorder = Recorder()
    recorder.question = { heard, _ in
      if heard.text.contains("up") && heard.checks == 10 { print("standing of \(getpid()) ") }
      return nil
    }
    let stubborn = "trap '' TERM; sleep 300; sleep 300"
    _ = try run(
      "/bin/sh",
      ["-c", "(setsid sh -c \"$0\" &); (setsid env -i sh -c \"$0\" &); echo up; sleep 300", stubborn],
      environment: standardEnvironment.merging(["TOKEN": Self.inner ?? ""]) { $1 }, recorder: recorder)
  }
}

@Suite("How a process dies") struct CrashTests {
  @Test("a process in good health catches crashes; one that dies catches bad memory at most")
  func caught() {
    func catches(_ mask: String) -> Bool {
      let text = Array("Name:\ta\nSigIgn:\t0000000000000202\nSigCgt:\t\(mask)\nCapInh:\t0\n".utf8)
      return text.withUnsafeBytes { ProcessIdentity.catchesCrashes($0) }
    }
    #expect(catches("00000000000004f8"))
    #expect(!catches("0000000000000440") && !catches("0000000000000000"))
    #expect(ProcessIdentity(pid: 1, started: 0).catchesCrashes == nil)
  }
}
