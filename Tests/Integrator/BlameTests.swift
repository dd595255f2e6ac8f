import Formats
import Foundation
import Model
import Processes
import Testing

@testable import Integrator

@Suite struct BlameTests {
  private let row = TestCase(id: "M.A/a", library: .swiftTesting, target: "M", suite: "A", name: "a")

  private func blame(_ ending: Ending, _ stopped: StopReason? = nil) throws -> Blame {
    let end = ProcessEnd(
      ending: ending, stopped: stopped, seconds: 1, cpuSeconds: 1, peakMemoryBytes: 1, leftBehind: 0)
    return Blame(end: end, limit: try SmallWorld().bench().limitWords(stopped))
  }

  @Test(
    "a process that was ended says which limit it was",
    arguments: [
      (StopReason.silence, "nothing was printed for 15 minutes"),
      (.time, "the limit of 60 minutes was reached"),
      (.asked("its trace is written"), "it ran longer than its limit of 300 s"),
    ])
  func limits(stopped: StopReason, why: String) throws {
    let blamed = try blame(.signaled(15), stopped).put(on: row)
    #expect(blamed.outcome == .timedOut && blamed.crash == nil)
    #expect(
      blamed.failures.map(\.message) == [
        "Timed out: \(why), and \(why.hasPrefix("it ") ? "" : "it ")was ended by Bothy"
      ])
  }

  @Test("where a signal ended it and nothing told why, its sentence says when that is so")
  func untold() throws {
    let told = try [SIGSEGV, SIGKILL, SIGABRT].map {
      try blame(.signaled($0)).put(on: row).failures[0].message
    }
    #expect(
      told[0].hasSuffix(
        "SIGSEGV in the middle of this test and left no crash report, as where a function "
          + "calls itself until the stack is full"))
    #expect(
      told[1].hasSuffix(
        "SIGKILL in the middle of this test, as it is where a machine or its cgroup has no "
          + "memory left, or a limit of processor time is reached"))
    #expect(told[2].hasSuffix("SIGABRT in the middle of this test"))
  }

  @Test("one that exits was not stopped by a sentence that it printed")
  func exits() throws {
    func message(_ ending: Ending) throws -> String {
      var blame = try blame(ending)
      blame.fatalErrors = ["M/A.swift:3: Fatal error: printed"]
      return try #require(blame.put(on: row).failures.first).message
    }
    #expect(try message(.exited(0)) == "The test process exited with status 0 in the middle of this test")
    #expect(try message(.signaled(SIGILL)).contains("Fatal error: printed"))
  }

  @Test("one that hung has the stack of its own thread, and is no crash")
  func hung() throws {
    func stack(_ function: String, _ line: Int) -> TestCrash {
      let frame = StackFrame(function: function, file: "Sources/A.swift", line: line, column: nil)
      return TestCrash(
        signal: "SIGQUIT", message: "Quit", file: "Sources/A.swift", line: line, frames: [frame])
    }
    var blame = try blame(.signaled(3), .asked("it was asked to quit"))
    blame.crash = stack("A.other()", 7)
    // Another test's, as far as that can be told.
    #expect(blame.put(on: row).stack == nil)
    blame.stood = stack("A.a", 3)
    let blamed = blame.put(on: row)
    #expect(blamed.outcome == .timedOut && blamed.crash == nil)
    #expect(blamed.stack?.map(\.function) == ["A.a"] && blamed.failures.map(\.line) == [3])
  }

  @Test("one that was dying already crashed, though its backtrace had to be ended")
  func dying() throws {
    var blame = try blame(.signaled(9), .asked("its backtrace did not end"))
    blame.dyingSignal = 4
    blame.fatalErrors = ["A.swift:1: Fatal error: other", "M/B.swift:2: Fatal error: mine"]
    let blamed = blame.put(on: row)
    #expect(blamed.outcome == .crashed && blamed.crash?.signal == "SIGILL")
    #expect(blamed.failures.map(\.message) == ["Fatal error: mine"])
  }

  @Test("a trap and a bad pointer say no sentence, so that one which was printed is another's")
  func wordless() throws {
    let other = "Fatal error: other"
    func told(_ signal: String, _ functions: String..., sentence: String = other) throws -> String {
      var blame = try blame(.signaled(4))
      let frames = functions.map { StackFrame(function: $0, file: "/w/M/A.swift", line: 3, column: nil) }
      blame.crash = TestCrash(signal: signal, message: "its own", file: nil, line: nil, frames: frames)
      blame.fatalErrors = [sentence]
      return try #require(blame.put(on: row).crash?.message)
    }
    #expect(try told("SIGILL", "Swift runtime failure: arithmetic overflow", "A.a()") == "its own")
    #expect(try told("SIGILL", "specialized Array.subscript.getter", "A.a()") == "its own")
    #expect(try told("SIGSEGV", "A.a()") == "its own")
    #expect(try told("SIGILL", "_assertionFailure(_:_:file:line:flags:)", "A.a()") == other)
    #expect(try told("SIGABRT", "__pthread_kill_implementation") == other)
    #expect(try told("SIGILL") == other)
    for signal in ["SIGKILL", "SIGTERM", "SIGSYS", "SIGSEGV"] { #expect(try told(signal) == "its own") }
    #expect(try told("SIGILL", "A.a()", sentence: "M/A.swift:3: Fatal error: mine") == "Fatal error: mine")
  }

  @Test("what a test survived is not what ended the process later")
  func survived() throws {
    var blame = try blame(.signaled(4))
    blame.dyingSignal = 11
    #expect(blame.put(on: row).crash?.signal == "SIGILL")
    func crash(_ signal: String?) -> TestCrash {
      TestCrash(signal: signal, message: "", file: nil, line: nil, frames: [])
    }
    #expect(blame.end.fits(crash("SIGILL")) && blame.end.fits(crash(nil)))
    #expect(!blame.end.fits(crash("SIGSEGV")))
    // Its own runtime was at work when it was ended.
    let ended = try self.blame(.signaled(9), .asked("its backtrace did not end")).end
    #expect(ended.fits(crash("SIGSEGV")))
  }

  @Test("who aborts without one of Swift's sentences is told with the line that was printed last")
  func aborted() throws {
    var words = LastWords(end: try blame(.signaled(6)).end, limit: "")
    words.crash = TestCrash(signal: "SIGABRT", message: "Aborted", file: nil, line: nil, frames: [])
    #expect(words.sentence == "was ended by SIGABRT: Aborted")
    words.abortWords = "free(): invalid pointer"
    #expect(words.sentence == "was ended by SIGABRT: free(): invalid pointer")
    words.fatalErrors = ["M/A.swift:3: Fatal error: of a child"]
    #expect(words.sentence == "was ended by SIGABRT: free(): invalid pointer", "Swift's own ends in a trap")
    words.fatalErrors = ["Fatal error: mine"]
    #expect(words.sentence == "was ended by SIGABRT: Fatal error: mine")
    #expect(words.saying == "Fatal error: mine")
    words.crash?.file = "Tests/M/A.swift"
    words.crash?.line = 3
    #expect(words.saying == "Fatal error: mine (Tests/M/A.swift:3)")
    words = LastWords(end: try blame(.signaled(11)).end, limit: "", abortWords: "a line of a test")
    #expect(words.sentence == "was ended by SIGSEGV" && words.saying == nil)
  }

  @Test("without any words, how the process ended is told; the cases that had begun share the outcome")
  func silent() throws {
    var row = row
    row.arguments = [TestArgument(name: "1", outcome: .passed), TestArgument(name: "2", outcome: .notRun)]
    var blame = try blame(.exited(3))
    blame.moment = "before this test began"
    let blamed = blame.put(on: row, openArguments: [1, 7])
    #expect(blamed.crash?.message == "The test process exited with status 3 before this test began")
    #expect(blamed.arguments.map(\.outcome) == [.passed, .crashed])
  }

  @Test(
    "a race is told also where something else ended the process",
    arguments: [
      (Ending.signaled(SIGSEGV), true), (.exited(3), true), (.exited(66), false), (.exited(1), false),
      (.exited(0), false),
    ])
  func race(ending: Ending, isTold: Bool) throws {
    let bench = try SmallWorld().bench()
    let log = LogPart(bench.log, isItsTurn: true)
    for listens in [true, false] {
      let observer = TestObserver(log: log, timeoutSeconds: 9, listensForRaces: listens)
      for piece in ["WARNING\nSUMMARY: Thread", "Sanitizer: data race A.swift:3\n"] {
        Array(piece.utf8).withUnsafeBytes { observer.received($0, from: .standardError) }
      }
      #expect(observer.races?.sawRace == (listens ? true : nil))
      let told = "ThreadSanitizer saw a data race, which the log tells"
      #expect(observer.races?.words(in: "/p") == (listens ? told : nil))
    }
    let words = try blame(ending).end.words(of: "it saw a race")
    #expect((words?.hasSuffix(", it saw a race") ?? false) == isTold)
  }

  @Test("where races are is told, of those with a line first; each once, three at most")
  func racePlace() {
    func told(_ place: String, _ races: String = "data races") -> String {
      "ThreadSanitizer saw \(races) at \(place), which the log tells"
    }
    var races = RaceListener()
    let lead = "SUMMARY: ThreadSanitizer: "
    races.listen(Array("a \(lead)Swift access race /p/Sources/a b/P.swift in $s1P\n".utf8))
    #expect(races.words(in: "/p") == told("Sources/a b/P.swift", "a data race"))
    races.listen(Array("\(lead)data race /p/Sources/P.sw".utf8))
    races.listen(Array("ift:5:7 in $s1P (in T)\n\(lead)data race /p/Q.swift:9 in x\n".utf8))
    #expect(races.words(in: "/p") == told("Sources/P.swift:5, Q.swift:9 and Sources/a b/P.swift"))
    races.listen(Array("\(lead)data race /p/Q.swift:9 in y\n\(lead)data race /p/R.swift:1:1 in y\n".utf8))
    #expect(races.words(in: "/p") == told("Sources/P.swift:5, Q.swift:9, R.swift:1 and 1 more"))
    for line in 0..<200 { races.listen(Array("\(lead)data race /p/S.swift:\(line) in y\n".utf8)) }
    #expect(races.words(in: "/p") == told("Sources/P.swift:5, Q.swift:9, R.swift:1 and more"))
    races = RaceListener()
    races.listen(Array("\(lead)data race /p/Q.swift:9 in y\n\(lead)data race /p/R.swift:1:1 in y\n".utf8))
    #expect(races.words(in: "/other") == told("/p/Q.swift:9 and /p/R.swift:1"))
  }

  @Test("what ThreadSanitizer ends a process with is told as that, where it was asked for")
  func sanitized() throws {
    let end = try blame(.exited(66)).end
    let plain = "after its last test, the test process exited with status 66"
    #expect(end.oddity(of: "the test process", failed: false) == plain)
    #expect(
      end.oddity(of: "the test process", failed: false, race: "it saw a race") == plain + ": it saw a race")
    let leak = "\u{1B}[1m==7==\nSUMMARY: AddressSanitizer: 857 byte(s) leaked in 14 allocation(s).\n"
    let one = try blame(.exited(1)).end
    let told = one.oddity(
      of: "the test process", failed: false, SanitizerReport.summary(in: Array(leak.utf8)))
    #expect(
      told?.contains("status 1: AddressSanitizer: 857 byte(s) leaked in 14 allocation(s) (XCTest") == true)
    #expect(one.oddity(of: "the test process", failed: true) == nil)
    var bot = Bot(name: "a", repository: "/a")
    bot.buildArguments = ["--sanitize", "address"]
    #expect(!bot.isThreadSanitized)
    bot.buildArguments = ["--sanitize", "thread"]
    #expect(bot.isThreadSanitized)
  }
}
