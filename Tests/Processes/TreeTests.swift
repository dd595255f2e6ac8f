import Foundation
import Glibc
import Testing

import class Kit.Lanes
import class Kit.ScratchFolder
import func Kit.aside

@testable import Processes

/// Starts a daemon in every way there is to hide, tells when it stands, and goes on as asked.
private let hiding = """
  import os, signal, sys, time
  def stay():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
    os.write(pipe[1], b'x')
    while True: time.sleep(1)
  pipe = os.pipe()
  os.set_inheritable(pipe[1], True)
  def child(how):
    if os.fork(): return
    if 'session' in how: os.setsid()
    if 'group' in how: os.setpgid(0, 0)
    if 'twice' in how and os.fork(): os._exit(0)
    if 'again' in how:
      os.setsid()
      if os.fork(): os._exit(0)
    if 'bare' in how:
      code = ("import os,signal,time;signal.signal(15,signal.SIG_IGN);"
        "os.write(%d,b'x');time.sleep(600)" % pipe[1])
      os.execve(sys.executable, [sys.executable, '-c', code, token], {})
    stay()
  token = sys.argv[1]
  for how in sys.argv[2].split(','): child(how.split('+'))
  for how in sys.argv[2].split(','): os.read(pipe[0], 1)
  os.write(1, b'standing\\n')
  if sys.argv[3] == 'exit': os._exit(5)
  if sys.argv[3] == 'abort': os.abort()
  time.sleep(600)
  """

@Suite("How a tree is ended") struct TreeTests {
  /// They wait more than they work.
  private static let turns = Lanes(3)

  @Test(
    "nothing is left of a tree, whatever it does to hide", .slow,
    arguments: [
      "session", "group", "twice", "session+twice", "session+twice+again", "bare", "session+bare",
      "session+twice+bare", "session+twice+again+bare",
    ], ["exit", "abort", "hang"])
  func hidden(how: String, then: String) async throws {
    // A busy machine may need longer than the limit to let it stand.
    var (token, end, text) = try await Self.tree(how, then, seconds: 0.8)
    for seconds in [5.0, 30] where then == "hang" && text.isEmpty {
      #expect(token.living == [])
      (token, end, text) = try await Self.tree(how, then, seconds: seconds)
    }
    #expect(token.living == [])
    #expect(text == "standing\n")
    switch then {
    case "exit": #expect(end.ending == .exited(5) && end.stopped == nil)
    case "abort": #expect(end.ending == .signaled(SIGABRT) && end.stopped == nil)
    default: #expect(end.ending == .signaled(SIGTERM) && end.stopped == .time)
    }
    #expect(end.leftBehind == 1)
    #expect(end.survivors == 0)
  }

  private static func tree(
    _ how: String, _ then: String, seconds: Double
  ) async throws -> (Token, ProcessEnd, String) {
    let token = Token()
    let limits = ProcessLimits(seconds: then == "hang" ? seconds : 60, graceSeconds: 0.3)
    return try await turns.run {
      try await aside {
        let (end, heard) = try run(
          pythonPath, ["-c", hiding, token.word, how, then], environment: token.environment, limits: limits)
        return (token, end, heard.text)
      }
    }
  }

  @Test("many at once are told as a number")
  func many() throws {
    let token = Token()
    let every =
      "session,group,twice,session+twice,session+twice+again,bare,session+bare,session+twice+again+bare"
    let (end, _) = try python(
      hiding, [token.word, every, "exit"], token: token, limits: ProcessLimits(graceSeconds: 0.2))
    #expect(end.leftBehind == 8)
  }

  @Test("a child that keeps the outputs open after its parent exits does not delay the end")
  func openOutputs() throws {
    for outputs in [Command.Outputs.terminal, .pipes, .merged] {
      let (end, heard) = try sh("sleep 60 & echo told; exit 3", outputs: outputs)
      #expect(end.ending == .exited(3))
      #expect(end.leftBehind == 1)
      #expect(end.seconds < 30)
      #expect(heard.text == "told\n")
    }
  }

  @Test("a child that goes on writing after its parent exits is ended as well")
  func writing() throws {
    let recorder = Recorder()
    recorder.keep = 0
    for outputs in [Command.Outputs.terminal, .pipes] {
      let (end, _) = try sh("yes & sleep 0.1; exit 3", outputs: outputs, recorder: recorder)
      #expect(end.ending == .exited(3))
      #expect(end.leftBehind == 1)
    }
  }

  @Test("the end of a pipeline that ends by itself is not left behind")
  func pipeline() throws {
    let (end, _) = try sh("(sleep 0.03; echo late) & exit 0")
    #expect(end.leftBehind == 0)
  }

  @Test("two at once don't end each other's children")
  func concurrently() throws {
    let results = ResultBox()
    let threads = (0..<2).map { index in
      Thread {
        for _ in 0..<4 {
          let script =
            index == 0
            ? "setsid sh -c 'sleep 0.01' & wait $!; (setsid sleep 60 &) ; sleep 0.05; exit 0"
            : "(setsid sh -c 'sleep 0.6; echo done' &) ; sleep 0.8; exit 0"
          if let (end, heard) = try? sh(script, token: nil) { results.add((index, end, heard.text)) }
        }
        results.finish()
      }
    }
    for thread in threads { thread.start() }
    for _ in threads { results.wait() }
    for (index, end, text) in results.all {
      #expect(end.ending == .exited(0))
      #expect(end.leftBehind == (index == 0 ? 1 : 0))
      #expect(text == (index == 0 ? "" : "done\n"))
    }
    #expect(results.all.count == 8)
  }

  @Test("the mark of an outer tree covers the trees within it, and no other")
  func marks() {
    let mark = ProcessTree.mark(4)
    let tree = ProcessTree(main: ProcessIdentity(pid: 4_000_000, started: 1), number: 4)
    func look(_ environment: String) -> ProcessTree.Mark {
      Array(environment.utf8).withUnsafeBytes { tree.mark(in: $0) }
    }
    #expect(look("A=1\0BOTHY_PROCESS_TREE=\(mark)\0B=2\0") == .ours)
    #expect(look("BOTHY_PROCESS_TREE=\(mark)") == .ours)
    #expect(look("BOTHY_PROCESS_TREE=\(mark)/99.1-1\0") == .ours)
    #expect(look("BOTHY_PROCESS_TREE=\(mark)5\0") == .other)
    #expect(look("BOTHY_PROCESS_TREE=\(mark.dropLast())\0") == .other)
    #expect(look("X_BOTHY_PROCESS_TREE=\(mark)\0B=BOTHY_PROCESS_TREE=\(mark)\0") == .none)
    #expect(look("") == .none)
  }

  @Test("the limit that marks a tree covers the trees within it, and no other")
  func limits() {
    let outermost = ProcessTree.limit(4, outer: 0)
    #expect(ProcessTree.isLimit(outermost, of: 4, outer: 0))
    #expect(!ProcessTree.isLimit(outermost, of: 5, outer: 0))
    let inner = ProcessTree.limit(7, outer: outermost >> 32)
    #expect(ProcessTree.isLimit(inner, of: 7, outer: outermost >> 32))
    #expect(ProcessTree.isLimit(inner, of: 4, outer: 0))
    #expect(!ProcessTree.isLimit(inner, of: 8, outer: outermost >> 32))
    #expect(!ProcessTree.isLimit(outermost, of: 7, outer: outermost >> 32))
    #expect(!ProcessTree.isLimit(.max, of: 4, outer: 0))
  }

  @Test("a line of the table is read whatever the process calls itself")
  func lines() {
    func read(_ line: String) -> ProcessStatus? {
      Array(line.utf8).withUnsafeBytes { ProcessStatus($0) }
    }
    let tail = "7 8 9 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 1000 10"
    let status = read("42 (a) S 1 ) (\nb) R \(tail)\n")
    #expect(status?.pid == 42 && status?.parent == 7 && status?.group == 8 && status?.session == 9)
    #expect(status?.identity.started == 12345 && status?.isDead == false)
    #expect(read("42 (a) Z \(tail)")?.isDead == true)
    #expect(read("42 (a) Z \(tail.replacingOccurrences(of: "20 0 1 0", with: "20 0 3 0"))")?.isDead == false)
    #expect(read("42 (a) S 1 2") == nil)
    #expect(read("") == nil)
    #expect(read("42 a S") == nil)
  }
}

/// One after the other: two at once leave no core to who ends them.
@Suite("Storms of processes", .serialized, .slow) struct StormTests {
  @Test(
    "children which fork without end are ended in bounded time", arguments: ["flat", "chain", "sessions"])
  func storm(kind: String) throws {
    let scratch = try ScratchFolder("some processes")
    let program = try scratch.compile(
      """
      #include <signal.h>
      #include <string.h>
      #include <sys/wait.h>
      #include <unistd.h>
      int main(int count, char **arguments) {
        signal(SIGTERM, SIG_IGN);
        alarm(30);
        if (!strcmp(arguments[1], "flat")) {            // a few which fork and end, over and over
          for (int i = 0; i < 8; i++) if (!fork()) {
            alarm(30);
            for (;;) {
              if (!fork()) { usleep(2000); _exit(0); }
              while (waitpid(-1, 0, WNOHANG) > 0) {}
              usleep(200);
            }
          }
        } else {                                        // each goes on in its child and ends
          for (int i = 0; i < 4; i++) if (!fork()) {
            for (;;) {
              if (fork()) _exit(0);
              alarm(30);
              if (!strcmp(arguments[1], "sessions")) setsid();
              usleep(500);
            }
          }
        }
        for (;;) pause();
      }
      """)
    let token = Token()
    let (end, _) = try run(
      program, [kind], token: token, limits: ProcessLimits(seconds: 0.4, graceSeconds: 0.2))
    #expect(end.stopped == .time)
    #expect(end.survivors == 0)
    #expect(end.leftBehind >= 4)
    usleep(100_000)
    #expect(token.living == [])
  }
}

/// What threads of a test found out.
final class ResultBox: @unchecked Sendable {  // every access is under the lock
  private let lock = NSLock()
  private let finished = DispatchSemaphore(value: 0)
  private var results: [(Int, ProcessEnd, String)] = []

  var all: [(Int, ProcessEnd, String)] { lock.withLock { results } }
  func add(_ result: (Int, ProcessEnd, String)) { lock.withLock { results.append(result) } }
  func finish() { finished.signal() }
  func wait() { finished.wait() }
}
