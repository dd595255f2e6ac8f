import Foundation
import Glibc
import Testing

import class Kit.ScratchFolder

@testable import Processes

@Suite("What a process writes") struct OutputTests {
  @Test(
    "what was printed without a flush before a crash arrives on the terminal", arguments: ["abort", "kill"])
  func beforeCrash(how: String) throws {
    let scratch = try ScratchFolder("some processes")
    let program = try scratch.compile(
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <signal.h>
      int main(int count, char **arguments) {
        for (int line = 0; line < 1000; line++) printf("line %d\\n", line);
        fprintf(stderr, "error between\\n");
        printf("last\\n");
        if (!strcmp(arguments[1], "abort")) abort();
        raise(SIGKILL);
      }
      """)
    let (end, heard) = try run(program, [how], outputs: .terminal)
    #expect(end.ending == .signaled(how == "abort" ? SIGABRT : SIGKILL))
    let lines = (0..<1000).map { "line \($0)\n" }.joined() + "error between\nlast\n"
    #expect(heard.text == lines)
    // The same on a pipe loses it: the reason for the terminal.
    let (_, lost) = try run(program, [how], outputs: .pipes)
    #expect(lost.text != lines)
  }

  @Test("any bytes pass untouched", arguments: [Command.Outputs.terminal, .pipes, .merged])
  func bytes(outputs: Command.Outputs) throws {
    let script = """
      import os
      every = bytes(range(256)) * 64
      for _ in range(64):
        rest = every
        while rest: rest = rest[os.write(1, rest):]
      """
    let (end, heard) = try python(script, outputs: outputs)
    #expect(end.ending == .exited(0))
    let every = (0..<(256 * 64 * 64)).map { UInt8($0 & 255) }
    // Compared first: the difference of two such arrays would take for ever to be told.
    let isSame = heard.output == every
    #expect(isSame)
  }

  @Test(
    "where it leads is known before anybody has looked at the process",
    arguments: [Command.Outputs.terminal, .pipes, .merged])
  func given(outputs: Command.Outputs) throws {
    let (_, heard) = try sh("readlink /proc/$$/fd/1", outputs: outputs)
    #expect(heard.given.map { "\($0)\n" } == heard.text)
  }

  @Test("two pipes are told apart; a terminal and one pipe keep the order")
  func streams() throws {
    let script = "for i in 1 2 3; do echo out $i; echo err $i >&2; done"
    let (_, apart) = try sh(script, outputs: .pipes)
    #expect(apart.text == "out 1\nout 2\nout 3\n")
    #expect(apart.errorText == "err 1\nerr 2\nerr 3\n")
    for outputs in [Command.Outputs.terminal, .merged] {
      let (_, together) = try sh(script, outputs: outputs)
      #expect(together.text == "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n")
      #expect(together.errorText == "")
    }
  }

  @Test("the terminal is one to the child, raw, and 200 columns wide; pipes are none")
  func terminal() throws {
    let (_, heard) = try sh(
      "test -t 1 && test -t 2 && ! test -t 0 && echo yes; stty size <&1", outputs: .terminal)
    #expect(heard.text == "yes\n50 200\n")
    let (_, piped) = try sh("test -t 1 || test -t 2 || echo none", outputs: .merged)
    #expect(piped.text == "none\n")
  }

  @Test(
    "the last bytes before an exit are never lost", arguments: [Command.Outputs.terminal, .pipes, .merged])
  func lastBytes(outputs: Command.Outputs) throws {
    for size in [1, 4095, 4096, 4097, 60_000, 65_537] {
      let (_, heard) = try sh(
        "head -c \(size) /dev/zero | tr '\\0' x; printf END", outputs: outputs, token: nil)
      #expect(heard.count == size + 3)
      #expect(heard.text.hasSuffix("xEND"))
    }
  }

  @Test("the observer is asked at least every 50 ms while nothing is written")
  func checks() throws {
    // A busy machine may stand still for a while: one second of three must be as promised.
    let isKept = try (0..<3).contains { _ in
      let (_, heard) = try sh("sleep 1")
      return heard.checks >= 12 && heard.longestPause < 0.5
    }
    #expect(isKept)
  }

  @Test("a child that closes its outputs is still waited for")
  func closed() throws {
    for outputs in [Command.Outputs.terminal, .pipes] {
      let (end, heard) = try sh("echo first; exec >&- 2>&-; sleep 0.3; exit 7", outputs: outputs)
      #expect(end.ending == .exited(7))
      #expect(heard.text == "first\n")
      #expect(end.seconds > 0.25)
      #expect(end.cpuSeconds < 0.2)
    }
  }
}
