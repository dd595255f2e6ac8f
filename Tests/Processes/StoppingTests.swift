import Foundation
import Glibc
import Testing

@testable import Processes

@Suite("How a process is stopped") struct StoppingTests {
  @Test("silence has a limit; output on either stream resets it")
  func silence() throws {
    let (end, heard) = try sh(
      "for i in 1 2 3 4 5 6; do echo $i >&2; sleep 0.3; done; exec sleep 60",
      limits: ProcessLimits(seconds: 60, silentSeconds: 3))
    #expect(end.stopped == .silence)
    #expect(end.ending == .signaled(SIGTERM))
    #expect(heard.errorText == "1\n2\n3\n4\n5\n6\n")
    #expect(end.seconds > 2.5 && end.seconds < 30)
  }

  @Test(
    "time has a limit, also for one that writes without end", arguments: [Command.Outputs.terminal, .pipes])
  func time(outputs: Command.Outputs) throws {
    let recorder = Recorder()
    recorder.keep = 0
    let (end, _) = try sh("yes", outputs: outputs, limits: ProcessLimits(seconds: 0.5), recorder: recorder)
    #expect(end.stopped == .time)
    #expect(end.seconds >= 0.5 && end.seconds < 30)
    #expect(recorder.count > 1 << 20)
  }

  @Test("the observer stops it with a reason, on what it saw")
  func asked() throws {
    let recorder = Recorder()
    recorder.question = { heard, _ in heard.text.contains("3") ? "saw three" : nil }
    let (end, heard) = try sh("for i in 1 2 3; do echo $i; sleep 0.1; done; sleep 60", recorder: recorder)
    #expect(end.stopped == .asked("saw three"))
    #expect(end.ending == .signaled(SIGTERM))
    #expect(heard.text == "1\n2\n3\n")
  }

  @Test("one that ignores SIGTERM is killed after the grace; one that obeys may still write")
  func grace() throws {
    let limits = ProcessLimits(seconds: 1.5, graceSeconds: 0.7)
    let (stubborn, _) = try sh("trap '' TERM; while :; do sleep 0.1; done", limits: limits)
    #expect(stubborn.ending == .signaled(SIGKILL))
    #expect(stubborn.stopped == .time)
    #expect(stubborn.seconds >= 1)
    let (polite, heard) = try sh(
      "trap 'echo cleaning; sleep 0.2; echo clean; exit 9' TERM; while :; do sleep 0.1; done", limits: limits)
    #expect(polite.ending == .exited(9))
    #expect(polite.stopped == .time)
    #expect(heard.text == "cleaning\nclean\n")
  }

  @Test("a stopped process gets to hear SIGTERM")
  func suspended() throws {
    let (end, heard) = try sh(
      "trap 'echo heard; exit 4' TERM; kill -STOP $$; sleep 60", limits: ProcessLimits(seconds: 1.5))
    #expect(end.ending == .exited(4))
    #expect(heard.text == "heard\n")
  }

  @Test("a cancellation from another thread ends all, also what does not obey")
  func cancellation() throws {
    for script in [
      "sleep 60", "trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 60; sleep 60' & sleep 60; sleep 60",
    ] {
      let cancellation = Cancellation()
      #expect(!cancellation.isCanceled)
      let thread = Thread {
        usleep(300_000)
        cancellation.cancel()
      }
      thread.start()
      let (end, _) = try sh(script, cancellation: cancellation)
      #expect(cancellation.isCanceled)
      #expect(end.stopped == .canceled)
      #expect(end.seconds < 30)
    }
  }

  @Test(
    "what goes on by itself is left alone where that is asked for, however the one ends that began it",
    arguments: [
      ("exit 3", Ending.exited(3)), ("kill -KILL $$", .signaled(SIGKILL)),
      ("exec sleep 61", .signaled(SIGTERM)),
      ("trap '' TERM; while :; do :; done", .signaled(SIGKILL)),
    ])
  func alone(_ then: String, _ ending: Ending) throws {
    let token = Token()
    var limits = ProcessLimits(seconds: 1.5, graceSeconds: 0.5)
    limits.endsMainAlone = true
    let (end, heard) = try run(
      "/bin/sh", ["-c", "setsid sleep 60 & echo up; \(then)"], environment: token.environment, limits: limits)
    var living = token.living
    // Its child may not have become another program yet; while it does, nothing tells whose it is.
    for _ in 0..<200 where living.first?.contains("sleep\u{0}60") != true {
      usleep(50_000)
      living = token.living
    }
    defer { for line in living { kill(Int32(line.prefix { $0 != " " }) ?? 0, SIGKILL) } }
    #expect(heard.text == "up\n" && end.ending == ending && end.seconds < 30)
    #expect(living.count == 1 && living.first?.contains("sleep\u{0}60") == true, "\(living)")
  }

  @Test("a slow observer is not taken for silence")
  func slowObserver() throws {
    let recorder = Recorder()
    recorder.question = { heard, _ in
      if heard.count > 0 && heard.checks < 5 { usleep(400_000) }
      return nil
    }
    let (end, _) = try sh(
      "for i in 1 2 3 4; do echo $i; sleep 0.05; done", limits: ProcessLimits(silentSeconds: 0.3),
      recorder: recorder)
    #expect(end.stopped == nil)
    #expect(end.ending == .exited(0))
  }
}
