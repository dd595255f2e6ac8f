import Foundation
import Model
import Testing

@testable import Formats

@Suite("What a build prints")
struct CompilerDiagnosticsTests {
  func read(_ name: String) -> [Diagnostic] {
    Captured.diagnostics(Captured.bytes("build-\(name).txt")).diagnostics
  }
  func read(text: String) -> [Diagnostic] { Captured.diagnostics(Array(text.utf8)).diagnostics }

  @Test("what the package manager says can be done stands in the line below, and belongs to it")
  func goesOn() {
    let told = read(
      text: "warning: you may be able to install foo using your system-packager:\n"
        + "    apt-get install libfoo-dev\n    more\nwarning: other:\nnot indented\n")
    #expect(
      told.map(\.message) == [
        "you may be able to install foo using your system-packager: apt-get install libfoo-dev", "other:",
      ])
  }

  @Test("what the linker says of each function of a sanitizer is no warning of the package")
  func sanitizer() {
    let noise = "/usr/bin/ld.gold: warning: Cannot export local symbol '__asan_report_load8_asm'\n"
    let own = "/usr/bin/ld.gold: warning: Cannot export local symbol 'mine'\n"
    #expect(read(text: noise + own + noise).map(\.message) == ["Cannot export local symbol 'mine'"])
  }

  @Test(
    "each diagnostic is told once, at its place",
    arguments: [
      ("Errors", ["error 1:8 no such module 'Nonsense'"]),
      (
        "Link",
        [
          "error 4:0 undefined reference to 'nowhere_defined'",
          "error 5:0 undefined reference to 'also_nowhere'",
        ]
      ),
      ("Manifest", ["error 4:58 incorrect argument label in call (have 'nme:', expected 'name:')"]),
      ("Plugin", ["warning 0:0 the plugin warns", "error 0:0 the plugin fails"]),
      (
        "Missing",
        [
          "error 0:0 'missing': Source files for target "
            + "NoFolder should be "
            + "located under 'Sources/NoFolder', or a custom sources path can be set with the 'path' "
            + "property in Package.swift"
        ]
      ),
    ])
  func diagnostics(name: String, expected: [String]) {
    let told = read(name).filter { name != "Errors" || $0.severity == .error }.map {
      "\($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.message)"
    }
    #expect(told == expected)
  }

  @Test("what the package manager says in front of a manifest's warning hides its place from nobody")
  func manifestWarning() {
    let text = """
      warning: 'man': /lab/man/Package.swift:3:10: warning: mend this manifest
      2 | import PackageDescription
      3 | #warning("mend this manifest")
        |          `- warning: mend this manifest
      /lab/man/Package.swift:4:10: warning: and this
      warning: 'man': dependency 'dep' is not used by any target

      """
    let told = read(text: text)
    #expect(
      told.map { "\($0.file ?? "-"):\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
        "/lab/man/Package.swift:3:10 mend this manifest", "/lab/man/Package.swift:4:10 and this",
        "-:0:0 'man': dependency 'dep' is not used by any target",
      ])
    #expect(told.first?.details.count == 3)
  }

  @Test("a crash of the compiler is told, with what it was doing and the one source that it was given")
  func compilerCrash() {
    let errors = read("Dies")
    #expect(errors.first?.message.contains("command failed due to signal 4") == true)
    #expect(errors.first?.file == "/lab/Broken/Dies/Sources/Dies/D.swift" && errors.first?.line == nil)
    #expect(errors.first?.details.contains { $0.contains("Swift version") } == true)
  }

  @Test(
    "a crash of the compiler has the innermost place that it was working on",
    arguments: [
      (" for 'area()' (at /p/Area.swift:3:8)", 3),
      ("4.\tWhile type-checking expression at [/p/Area.swift:5:3 - line:5:27] RangeText=\"f\"", 5),
      ("4.\tWhile evaluating request InterfaceTypeRequest(Shapes.(file).a@/p/Area.swift:7:9)", 7),
      ("4.\tWhile evaluating request PatternBindingEntryRequest((unknown decl)@/p/Area.swift:8:9, 0)", 8),
      ("4.\tWhile type-checking-target starting at /p/Area.swift:9:35", 9),
      ("4.\tWhile evaluating request IRGenRequest(IR Generation for file \"/p/Area.swift\")", 1),
      (" #4 0x0000 (/opt/swift/usr/bin/swift-frontend+0xc8b7aa)", 1),
    ])
  func placeOfCompilerCrash(_ line: String, _ expected: Int) throws {
    let text = """
      error: compile command failed due to signal 6 (use -v to see invocation)
      Stack dump:
      0.\tProgram arguments: swift-frontend [/p/Other.swift:9:9 - line:9:10]
      1.\tSwift version 6.3.1 (swift-6.3.1-RELEASE)
      2.\tWhile type-checking 'Area' (at /p/Area.swift:1:1)
      3.\tWhile silgen emitFunction SIL function "@$s".
      \(line)
      [4/5] Compiling Shapes
      Someone (at /p/Other.swift:8:8)

      """
    let error = try #require(read(text: text).first)
    #expect(error.file == "/p/Area.swift" && error.line == expected)
  }

  private static let fatal = "fatal error encountered during compilation; please submit a bug report"

  /// As swift-frontend tells it when it gives up by itself.
  private func crash(_ arguments: String, _ entries: String...) -> String {
    """
    error: compile command failed due to signal 6 (use -v to see invocation)
    <unknown>:0: error: \(Self.fatal)
    <unknown>:0: note: forbidden typecheck occurred: boom
    Please submit a bug report and include the crash backtrace.
    Stack dump:
    0.\tProgram arguments: swift-frontend -frontend -c \(arguments)
    1.\tSwift version 6.3.1 (swift-6.3.1-RELEASE)
    \(entries.joined(separator: "\n"))
     #0 0x000055b2136d1738 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/opt/swift/swift+0x72e7738)

    """
  }

  @Test("where the compiler gives up by itself each crash has the source that its stack dump names")
  func givenUp() throws {
    let request = "2.\tWhile evaluating request TypeCheckPrimaryFileRequest(source_file \"/p/B.swift\")"
    let text =
      crash("-primary-file /p/A.swift -primary-file /p/B.swift", request)
      + crash("-primary-file /p/A.swift /p/B.swift", "2.\tWhile type-checking 'f()' (at /p/A.swift:4:2)")
    let errors = read(text: text)
    #expect(errors.map(\.message) == [Self.fatal, Self.fatal])
    #expect(errors.map(\.file) == ["/p/B.swift", "/p/A.swift"] && errors.map(\.line) == [nil, 4])
    #expect(errors.first?.details.contains { $0.contains("forbidden typecheck occurred") } == true)
    #expect(errors.first?.details.contains(request) == true)
  }

  @Test(
    "where only its arguments name sources, a crash has the one that was to be compiled, if it was one",
    arguments: [
      ("/p/A.swift -primary-file /p/B.swift -o /p/B.o", "/p/B.swift"),
      ("-primary-file /p/A.swift -primary-file /p/B.swift", nil), ("/p/A.swift /p/B.swift", nil),
      ("/p/A.swift -target x", "/p/A.swift"), ("-primary-file \"/p/with blank/A.swift\"", nil), ("", nil),
    ] as [(String, String?)])
  func argumentsOfCrash(_ arguments: String, _ expected: String?) {
    let errors = read(text: crash(arguments, "2.\tCompiling with the current language version"))
    #expect(errors.map(\.file) == [expected])
  }

  @Test("warnings come once though printed twice, with their excerpts")
  func warnings() throws {
    let warnings = read("Warn")
    #expect(warnings.count == 6)
    #expect(warnings.allSatisfy { $0.severity == .warning })
    let byHand = try #require(warnings.first { $0.message == "a warning by hand" })
    #expect(byHand.file == "/lab/Broken/Warn/Sources/Warn/Warn.swift")
    #expect(byHand.details.count == 6)
    let unhandled = try #require(warnings.first { $0.message.contains("unhandled") })
    #expect(unhandled.details.count == 1 && unhandled.file == "/lab/Broken/Warn/Sources/Warn/stray.txt")
    func said(of names: [String]) -> Diagnostic? {
      let said = "warning: 'w': found \(names.count) file(s) which are unhandled; explicitly declare them\n"
      let text = said + names.map { "    /lab/\($0).txt\n" }.joined() + "[1/2] Compiling A\n"
      return Captured.diagnostics(Array(text.utf8)).diagnostics.first
    }
    func place(_ names: [String]) -> String? { said(of: names)?.file }
    func message(_ names: [String]) -> String? { said(of: names)?.message }
    let many = (100..<500).map { "f\($0)" }
    #expect(place(["a", "b"]) == "/lab/a.txt")
    #expect(place(["b", "a"]) == "/lab/a.txt", "they come in any order")
    #expect(place(many.reversed()) == "/lab/f100.txt")
    #expect(message(["b", "a"])?.contains(" which are unhandled (a.txt, b.txt); explicitly") == true)
    #expect(message(["a"])?.contains(" which are unhandled; explicitly") == true)
    #expect(message(many)?.contains(" (f100.txt, f101.txt, f102.txt, ") == true)
    #expect(message(many)?.contains(", f109.txt and 390 more); explicitly") == true)
  }

  @Test("what a macro's expansion says stands where the macro is used")
  func macros() throws {
    let errors = read("Notes")
    #expect(errors.map(\.line) == [5, 6, 6, 7, 8, 9])
    #expect(errors.allSatisfy { $0.file == "/lab/Broken/Notes/Tests/NotesTests/T.swift" })
    #expect(
      errors.last?.details.contains { $0.contains("note: found this candidate in module 'Notes'") } == true)
    #expect(errors.first?.details.contains { $0.contains("protocol requires function") } == true)
  }

  @Test("clang's errors keep the file they were included from")
  func clang() {
    let errors = read("Clang")
    #expect(errors.map(\.line) == [1, 5, 6, 6])
    #expect(errors.first?.details.first?.hasPrefix("In file included from") == true)
  }

  @Test(
    "the linkers' ways to say that a symbol is missing",
    arguments: [
      (
        "ld.lld: error: undefined symbol: foo\n>>> referenced by main.swift:4 (/p/main.swift:4)\n"
          + ">>>  /p/m.o:(main)\nclang: "
          + "error: linker command failed with exit code 1 (use -v to see invocation)\n",
        Diagnostic(
          severity: .error, message: "undefined symbol: foo", file: "/p/main.swift", line: 4, column: nil,
          details: [">>> referenced by main.swift:4 (/p/main.swift:4)", ">>>  /p/m.o:(main)"])
      ),
      (
        "/usr/bin/ld: /p/m.o: in function `main':\nmain.swift:(.text+0x5): undefined reference to `foo'\n",
        Diagnostic(
          severity: .error, message: "undefined reference to `foo'", file: nil, line: nil, column: nil)
      ),
      (
        "error: link command failed with exit code 1 (use -v to see invocation)\n",
        Diagnostic(
          severity: .error, message: "link command failed with exit code 1 (use -v to see invocation)",
          file: nil, line: nil, column: nil)
      ),
    ])
  func linkers(text: String, expected: Diagnostic) {
    #expect(read(text: text) == [expected])
  }

  @Test(
    "what the linker says itself is told instead of that a command failed",
    arguments: [
      "internal error in format_file_lineno, at ../../gold/dwarf_reader.cc:2278", "--x: unknown option",
    ])
  func linkersOwn(words: String) {
    let text = """
      /usr/bin/ld.gold: \(words)
      /usr/bin/ld.gold: use the --help option for usage information
      clang: error: linker command failed with exit code 1 (use -v to see invocation)
      error: link command failed with exit code 1 (use -v to see invocation)
      error: cancelled

      """
    #expect(read(text: text).map(\.message) == ["ld.gold: \(words)"])
    #expect(read(text: "/usr/bin/ld.gold: \(words)\nBuild complete!\n").isEmpty, "it may have gone on")
    let nothing = "error: cancelled\nerror: link command failed with exit code 1 (use -v to see invocation)\n"
    #expect(read(text: nothing).count == 1)
  }

  @Test("a name that people gave to a template stands in the message, as no file is called so")
  func template() {
    let text = "Templ.gyb:50:14: error: wrong\n"
    let found = read(text: text)
    #expect(found.map(\.message) == ["wrong (Templ.gyb:50)"] && found.map(\.file) == [nil])
  }

  @Test("what was stopped because something else had failed is no error of its own")
  func cancelled() {
    let both = "/p/Tests/T.swift:3:1: error: wrong\n[2/9] Emitting module S\nerror: cancelled\n"
    #expect(read(text: both).map(\.message) == ["wrong"])
    #expect(read(text: "error: cancelled\n").map(\.message) == ["cancelled"])
    #expect(read(text: "/p/S.swift:3:1: error: cancelled\n").map(\.message) == ["cancelled"])
  }

  @Test("sentences that contain the word are no diagnostics")
  func sentences() {
    #expect(
      read(text: "this is no error: really\nTest Case 'x' error: nothing\n  error: indented by a test\n")
        .isEmpty)
  }

  @Test("colours and a terminal's progress line do not hide anything")
  func terminal() {
    let text =
      "\u{1B}[2K\r[3/9] Compiling A\r\u{1B}[2K[4/9] Compiling B\n"
      + "\u{1B}[1m/p/A.swift:1:2: \u{1B}[31merror: \u{1B}[0mbad\n"
    let read = Captured.diagnostics(Array(text.utf8))
    #expect(read.step?.done == 4)
    #expect(
      read.diagnostics == [
        Diagnostic(severity: .error, message: "bad", file: "/p/A.swift", line: 1, column: 2)
      ])
  }

  @Test("steps and diagnostics are told as they come, at any cut", arguments: [1, 10, 10_000])
  func events(size: Int) {
    var reader = CompilerDiagnostics()
    Captured.bytes("build-Warn.txt").inChunks(of: size) { reader.read($0) }
    reader.finish()
    let events = reader.takeEvents()
    #expect(events.contains(.step(done: 25, total: 26, what: "Linking WarnPackageTests.xctest")))
    #expect(events.count { if case .diagnostic = $0 { true } else { false } } == 6)
    #expect(reader.takeEvents().isEmpty)
  }
}
