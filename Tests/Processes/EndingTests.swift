import Foundation
import Glibc
import Testing

import class Kit.ScratchFolder

@testable import Processes

@Suite("How a process ends") struct EndingTests {
  @Test("exit statuses are told as they are", arguments: [Int32(0), 1, 3, 127, 255])
  func exits(status: Int32) throws {
    let (end, _) = try sh("exit \(status)")
    #expect(end.ending == .exited(status))
    #expect(end.stopped == nil)
    #expect(end.leftBehind == 0)
    #expect(end.survivors == 0)
  }

  @Test("signals are told apart from exit statuses", arguments: [SIGTERM, SIGKILL, SIGABRT, SIGSEGV, SIGILL])
  func signals(signal: Int32) throws {
    let (end, _) = try sh("kill -\(signal) $$")
    #expect(end.ending == .signaled(signal))
    #expect(end.stopped == nil)
  }

  @Test("the CPU time of waited-for children and the wall time are told")
  func resources() throws {
    let (end, _) = try sh(
      "\(pythonPath) -c 'import time\nwhile time.process_time() < 0.4: pass'; sleep 0.3")
    #expect(end.cpuSeconds > 0.35 && end.cpuSeconds < 3)
    #expect(end.seconds > 0.6 && end.seconds < 20)
  }

  @Test("no core file and no core handler is asked for")
  func core() throws {
    let scratch = try ScratchFolder("some processes")
    let (end, heard) = try run("/bin/sh", ["-c", "ulimit -c; kill -ABRT $$"], folder: scratch.path)
    #expect(end.ending == .signaled(SIGABRT))
    #expect(heard.text == "0\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }
}

@Suite("Who lost their parent") struct OrphanTests {
  @Test("a parent that was killed counts as gone while its threads end")
  func going() {
    let living = "Name:\tbothy\nState:\tS (sleeping)\nVmSize:\t  1 kB\nSigPnd:\t0000000000000000\n"
    #expect(!isGoing(living) && !isGoing(living.replacing("0000\n", with: "4000\n")))
    #expect(isGoing(living.replacing("0000\n", with: "0100\n")))
    #expect(isGoing(living.replacing("S (sleeping)", with: "Z (zombie)")))
    #expect(isGoing(living.replacing("VmSize:\t  1 kB\n", with: "")) && isGoing(""))
    #expect(!isOrphaned(by: getppid()) && isOrphaned(by: getpid()))
  }
}

@Suite("What a process is given") struct GivenTests {
  @Test("the environment is exactly the given one and the mark of the tree")
  func environment() throws {
    let (_, heard) = try run(
      "/usr/bin/env", ["-0"],
      environment: ["A": "1", "B": "two\nlines", "Ä": "ö", "EMPTY": "", ProcessTree.variable: "stale"])
    var entries = Set(heard.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    let marks = entries.filter { $0.hasPrefix("\(ProcessTree.variable)=") }
    #expect(marks.count == 1 && !marks.contains { $0.contains("stale") })
    entries.subtract(marks)
    #expect(entries == ["A=1", "B=two\nlines", "Ä=ö", "EMPTY="])
  }

  @Test("the value of an unreadable variable ends with a byte that is no text, and no other one does")
  func unreadable() throws {
    var command = Command(
      executable: "/usr/bin/env", arguments: ["-0"], environment: ["A": "1", "B": "2"], folder: "/",
      isMarked: false)
    command.unreadable = ["B", "C"]
    let recorder = Recorder()
    _ = try perform(
      command, limits: ProcessLimits(seconds: 60), cancellation: Cancellation(), observer: recorder)
    let entries = recorder.output.split(separator: 0).map(Array.init)
    #expect(entries == [Array("A=1".utf8), Array("B=2".utf8) + [0xFF]])
  }

  @Test("arguments pass untouched")
  func arguments() throws {
    let given = ["", " ", "a b", "'\"$x`\\", "*", "-n", "é\n", "\t"]
    let (_, raw) = try run("/usr/bin/printf", ["%s|"] + given)
    #expect(raw.text == given.map { $0 + "|" }.joined())
  }

  @Test("standard input is empty", arguments: [Command.Outputs.terminal, .pipes, .merged])
  func input(outputs: Command.Outputs) throws {
    let (end, heard) = try sh("cat; echo [$?]; readlink /proc/self/fd/0", outputs: outputs)
    #expect(heard.text == "[0]\n/dev/null\n")
    #expect(end.ending == .exited(0))
  }

  @Test("no other descriptor is inherited, not even one without close-on-exec")
  func descriptors() throws {
    let leak = open("/dev/null", O_RDWR)
    let high = fcntl(leak, F_DUPFD, 700)
    defer {
      close(leak)
      close(high)
    }
    let (_, heard) = try sh("ls /proc/$$/fd")
    #expect(heard.text.split(separator: "\n").filter { $0 != "10" } == ["0", "1", "2"])
  }

  @Test("it stands in its folder, in a session of its own, without a controlling terminal")
  func place() throws {
    let scratch = try ScratchFolder("some processes")
    let script = "pwd; cut -d' ' -f1,5,6,7 /proc/$$/stat; (: < /dev/tty) 2>/dev/null || echo no tty"
    let (_, heard) = try run("/bin/sh", ["-c", script], outputs: .terminal, folder: scratch.path)
    let lines = heard.text.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == scratch.path)
    let numbers = lines[1].split(separator: " ")
    #expect(numbers[0] == numbers[1] && numbers[1] == numbers[2] && numbers[3] == "0")
    #expect(lines[2] == "no tty")
  }

  @Test("signals are as they are at first: none ignored, none blocked")
  func signals() throws {
    signal(SIGUSR2, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    defer {
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      signal(SIGUSR2, SIG_DFL)
    }
    let (_, heard) = try run("/bin/cat", ["/proc/self/status"])
    let lines = heard.text.split(separator: "\n").filter {
      $0.hasPrefix("SigBlk") || $0.hasPrefix("SigIgn") || $0.hasPrefix("SigCgt")
    }
    let values = lines.map { $0.split(separator: "\t").last }
    #expect(values == Array(repeating: "0000000000000000", count: 3))
  }

  @Test("a name is looked up on PATH of the given environment, relative entries from the folder")
  func lookup() throws {
    let scratch = try ScratchFolder("some processes")
    _ = try scratch.write("tool-of-mine", "#!/bin/sh\necho \"mine $1\"\n", mode: 0o755)
    let (_, absolute) = try run("tool-of-mine", ["1"], environment: ["PATH": "/nowhere:\(scratch.path)"])
    #expect(absolute.text == "mine 1\n")
    for path in [".", "", "/nowhere:"] {
      let (_, relative) = try run("tool-of-mine", ["2"], environment: ["PATH": path], folder: scratch.path)
      #expect(relative.text == "mine 2\n")
    }
    let (_, slashed) = try run("./tool-of-mine", ["3"], environment: [:], folder: scratch.path)
    #expect(slashed.text == "mine 3\n")
  }
}

@Suite("What can't be started") struct RefusalTests {
  private func told(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = standardEnvironment,
    folder: String = "/tmp"
  ) -> String {
    let command = Command(
      executable: executable, arguments: arguments, environment: environment, folder: folder, outputs: .pipes)
    return error(starting: command)?.description ?? "started"
  }

  @Test("a name that is nowhere")
  func missingName() {
    #expect(
      told("no-such-tool", environment: ["PATH": "/bin:/usr/bin"])
        == "starting no-such-tool: no program of that name is on PATH (/bin:/usr/bin): "
        + "install it, or add its folder to PATH")
    #expect(told("").contains("its name is empty"))
  }

  @Test("a path that is nowhere, a folder, a file that may not be executed, a wrong interpreter, no program")
  func wrongFiles() throws {
    let scratch = try ScratchFolder("some processes")
    #expect(told("/no/such/tool").contains("there is no file /no/such/tool"))
    #expect(told("/bin/sh/tool").contains("there is no file /bin/sh/tool"))
    #expect(told(scratch.path).contains("is a folder"))
    let plain = try scratch.write("plain", "#!/bin/sh\n")
    #expect(told(plain).contains("may not be executed: chmod +x it"))
    #expect(told("plain", environment: ["PATH": scratch.path]).contains("may not be executed"))
    let orphan = try scratch.write("orphan", "#!/no/such/interpreter\n", mode: 0o755)
    #expect(told(orphan).contains("the program that runs \(orphan) is missing"))
    let text = try scratch.write("text", "hello\n", mode: 0o755)
    #expect(told(text).contains("is not a program for this machine"))
  }

  @Test("a folder that is missing, or a file")
  func wrongFolders() {
    #expect(told("/bin/sh", folder: "/no/such/folder").contains("there is no folder /no/such/folder"))
    #expect(told("/bin/sh", folder: "/bin/sh").contains("/bin/sh is not a folder"))
  }

  @Test("arguments that are too long, with their size")
  func tooLong() {
    let huge = String(repeating: "x", count: 3 << 20)
    #expect(told("/bin/echo", [huge]).contains("are too long (314"))
    #expect(
      told("/bin/echo", Array(repeating: String(repeating: "y", count: 100_000), count: 300)).contains("long")
    )
  }

  @Test("NUL bytes and impossible variables")
  func impossible() {
    #expect(told("/bin/echo", ["a\0b"]).contains("NUL"))
    #expect(told("/bin/echo", environment: ["A=B": "1"]).contains("\"A=B\" can't be a variable"))
    #expect(told("/bin/echo", environment: ["": "1"]).contains("can't be a variable"))
    #expect(told("/bin/echo", environment: ["A": "\0"]).contains("can't be a variable"))
  }

  @Test("a large environment and many arguments are fine below the kernel's limit")
  func large() throws {
    let arguments = Array(repeating: String(repeating: "a", count: 100), count: 10_000)
    let (end, heard) = try run("/bin/echo", arguments)
    #expect(end.ending == .exited(0))
    #expect(heard.count == 10_000 * 101)
  }

  @Test("a canceled command is not started at all")
  func canceled() throws {
    let scratch = try ScratchFolder("some processes")
    let cancellation = Cancellation()
    cancellation.cancel()
    let (end, _) = try run("/bin/touch", ["\(scratch.path)/started"], cancellation: cancellation)
    #expect(end.stopped == .canceled)
    #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/started"))
  }
}
