import Model
import Testing

@testable import Formats

@Suite("Who says what names no file")
struct SpeakingModulesTests {
  private func speakers(_ text: String) -> [String: Set<String>] {
    let found = Captured.diagnostics(Array(text.utf8)).speakers.of
    return Dictionary(found.map { ($0.key.message, $0.value) }) { $0.union($1) }
  }

  @Test("what swiftc says stands behind its step, what clang says in front of it")
  func sides() {
    #expect(
      speakers(
        """
        [0/9] Write sources
        clang: warning: unused '-L/x' [-Wunused]
        warning: unknown option '-Wx' [-Wunknown]
        [2/9] Compiling c-lib c.c
        [5/9] Emitting module One
        <unknown>:0: warning: unknown group 'A'
        [6/9] Compiling One one.swift
        <unknown>:0: warning: unknown group 'A'
        [7/9] Compiling Two two.swift
        <unknown>:0: warning: unknown group 'A'
        Page.tpl:3:4: warning: old

        """) == [
          "unused '-L/x' [-Wunused]": ["c_lib"],
          "unknown option '-Wx' [-Wunknown]": ["c_lib"], "unknown group 'A'": ["One", "Two"],
          "old (Page.tpl:3)": ["Two"],
        ])
  }

  @Test("a header is warned of by way of sources, where each of them is told")
  func ways() {
    let text = """
      [1/9] Compiling C one.c
      In file included from /p/C/one.c:1:
      In file included from /p/C/a b.h:2:
      /p/C/both.h:3:4: warning: old
      /p/C/both.h:5:4: warning: old
      [2/9] Compiling C b.c
      In file included from /p/C/a: b.c:12:
      /p/C/both.h:3:4: warning: old
      [3/9] Compiling A a.swift
      In file included from <module-includes>:1:
      /p/C/both.h:5:4: warning: old
      [4/9] Compiling A b.swift
      /p/C/own.h:1:1: warning: old
      /p/C/one.c:9:1: warning: old

      """
    let found = Captured.diagnostics(Array(text.utf8)).speakers.includers
    let told = Dictionary(
      uniqueKeysWithValues: found.map { ("\($0.key.file ?? ""):\($0.key.line ?? 0)", $0.value) })
    #expect(
      told == [
        "/p/C/both.h:3": ["/p/C/one.c", "/p/C/a: b.c"], "/p/C/both.h:5": ["/p/C/one.c", ""],
        "/p/C/own.h:1": [""],
      ])
  }

  @Test("what the linker says of a line stands before the step that links")
  func products() {
    let text = """
      [1/9] Compiling A a.swift
      /p/A/a.swift:2: warning: `f' is dangerous
      [2/9] Linking tool
      /p/A/a.swift:2: warning: `f' is dangerous
      [3/9] Linking PTests.xctest
      /p/A/a.swift:3: warning: `g' is dangerous
      [4/9] Write sources
      /p/A/a.swift:4:1: warning: old
      /p/A/a.swift:401: warning: the file's length is 401 lines
      [5/9] Linking tool

      """
    let found = Captured.diagnostics(Array(text.utf8)).speakers.products
    let told = Dictionary(uniqueKeysWithValues: found.map { ($0.key.line ?? 0, $0.value) })
    #expect(told == [2: ["tool", "PTests.xctest"], 3: [""]])
    let bare = Captured.diagnostics(
      Array(
        """
        /usr/bin/ld.gold: warning: hidden symbol
        clang: warning: argument unused during compilation: '-F x'
        [2/9] Linking tool
        ld.lld: warning: unknown -z value
        [3/9] Linking libP.so
        clang: warning: argument unused during compilation: '-F y'
        [4/9] Compiling C c.c

        """.utf8)
    ).speakers
    #expect(
      Dictionary(uniqueKeysWithValues: bare.products.map { ($0.key.message.suffix(6), $0.value) })
        == ["symbol": ["tool"], "'-F x'": ["tool"], " value": ["libP.so"]])
  }

  @Test(
    "whatever a linker is called, and whether it names what it links first, its warnings are its own",
    arguments: [
      "/usr/bin/x86_64-linux-gnu-ld: a.o: warning: relocation", "/usr/bin/ld: warning: creating DT_TEXTREL",
      "wasm-ld: warning: x", "/b/One.build/one.c.o:one.c:function f: warning: 'tmpnam' is dangerous",
      "/b/libA.a(one.o): in function `f': warning: old", "ld.lld: warning: unknown -z value: y",
    ])
  func linkers(_ text: String) { #expect(SpeakingModules.side(of: text) == .aheadOfLinking) }

  @Test(
    "what only looks like a linker's is none",
    arguments: ["warning: 'x.o' is unhandled", "/p/old: warning: x", "build: warning: x"])
  func noLinkers(_ text: String) { #expect(SpeakingModules.side(of: text) != .aheadOfLinking) }

  @Test("a hostile line of 60,000 bytes takes no time to read")
  func hostile() {
    let began = ContinuousClock.now
    for part in [".a(", ".o", "x-", "a: "] {
      _ = SpeakingModules.side(of: String(repeating: part, count: 60_000 / part.count) + ": warning: x")
    }
    #expect(ContinuousClock.now - began < .seconds(5))
  }

  @Test("a plugin that is compiled is known by its name, and is no module")
  func plugins() {
    let read = Captured.diagnostics(
      Array("[1/2] Compiling plugin Warn\n<unknown>:0: warning: w\n[2/2] Compiling A a.swift\n".utf8))
    #expect(read.speakers.plugins == ["Warn"] && read.speakers.of.isEmpty)
  }

  @Test("of the linker, of planning, of a tool and of what names a file nobody is known")
  func unknown() {
    #expect(
      speakers(
        """
        warning: 'p' is not used by any target
        [1/9] Compiling One one.swift
        /p/one.swift:1:2: warning: unused
        warning: a plugin says so
        /usr/bin/ld.gold: warning: hidden symbol
        clang: warning: argument unused during compilation: '-F x'
        [9/9] Linking PPackageTests.xctest

        """) == [:])
  }
}
