import Explaining
import Files
import Foundation
import Kit
import Model
import Testing
import Words

@testable import Integrator

@Suite struct WarningMemoryTests {
  /// The short one is there from the first build on that succeeded.
  @Test(
    "a warning of a file that was not compiled again still holds; of one that was, or that is gone, not",
    arguments: ["debug", "x86_64-unknown-linux-gnu/debug"])
  func carriedOver(products: String) throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    let build = root + "/build/\(products)/Lib.build"
    try makeFolder(build)
    try makeFolder(root + "/package")
    func warning(_ name: String) -> Diagnostic {
      Diagnostic(
        severity: .warning, message: "unused", file: "\(root)/package/\(name).swift", line: 1, column: 1)
    }
    var map: [String: [String: String]] = ["": ["swift-dependencies": "x"]]
    for name in ["Same", "Again"] {
      try publish([], as: "\(root)/package/\(name).swift")
      try publish([], as: "\(build)/\(name).dia")
      map["\(root)/package/\(name).swift"] = ["diagnostics": "\(build)/\(name).dia"]
    }
    try publish([UInt8](JSONEncoder().encode(map)), as: build + "/output-file-map.json")
    let memory = WarningMemory(buildFolder: root + "/build")
    try memory.keep(["Same", "Again", "Gone"].map(warning))
    let past = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    utimes("\(build)/Same.dia", past)
    let began = Date().timeIntervalSince1970 - 60
    let carried = memory.carriedOver(
      printed: [], since: began, package: root + "/package", isPlannedAnew: false)
    #expect(carried == [warning("Same")])
    #expect(
      memory.carriedOver(
        printed: [warning("Same")], since: began, package: root + "/package", isPlannedAnew: false
      ).isEmpty)
  }

  @Test("a warning of a C file or of a header holds until all that was compiled with it is compiled again")
  func carriedOverOfC() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    let build = root + "/build/debug/C.build/inner"
    try makeFolder(build)
    try makeFolder(root + "/package")
    let past = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    func compile(_ name: String, with headers: [String], isOld: Bool) throws {
      let read = ([name + ".c"] + headers).map { "\(root)/package/\($0)" }
      try publish(
        [UInt8]("dependencies: \(read.joined(separator: " \\\n  "))\n".utf8), as: "\(build)/\(name).c.d")
      try publish([], as: "\(build)/\(name).c.o")
      if isOld { utimes("\(build)/\(name).c.o", past) }
      for path in read { try publish([], as: path) }
    }
    func warning(_ name: String) -> Diagnostic {
      Diagnostic(severity: .warning, message: "old", file: "\(root)/package/\(name)", line: 1, column: 1)
    }
    try compile("same", with: ["both.h", "own.h"], isOld: true)
    try compile("again", with: ["both.h", "new.h"], isOld: false)
    let memory = WarningMemory(buildFolder: root + "/build")
    try memory.keep(["same.c", "again.c", "both.h", "own.h", "new.h"].map(warning))
    let began = Date().timeIntervalSince1970 - 60
    let carried = memory.carriedOver(
      printed: [], since: began, package: root + "/package", isPlannedAnew: false)
    #expect(carried == ["same.c", "both.h", "own.h"].map(warning))
  }

  @Test("one of a header whose sources are known holds until each of these was compiled again, one by one")
  func carriedOverByWay() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    let build = root + "/build/debug/C.build"
    for folder in [build, root + "/package"] { try makeFolder(folder) }
    func compile(_ name: String, at second: Int) throws {
      let read = [name + ".c", "both.h"].map { "\(root)/package/\($0)" }
      try publish([UInt8]("dependencies: \(read.joined(separator: " "))\n".utf8), as: "\(build)/\(name).c.d")
      try publish([], as: "\(build)/\(name).c.o")
      let time = timeval(tv_sec: second, tv_usec: 0)
      utimes("\(build)/\(name).c.o", [time, time])
      for path in read { try publish([], as: path) }
    }
    let said = Diagnostic(
      severity: .warning, message: "old", file: root + "/package/both.h", line: 1, column: 1)
    func ways(_ names: String...) -> [Diagnostic: Set<String>] {
      [said: Set(names.map { "\(root)/package/\($0).c" })]
    }
    let memory = WarningMemory(buildFolder: root + "/build")
    func holds(since: Double) -> Bool {
      !memory.carriedOver(printed: [], since: since, package: root + "/package", isPlannedAnew: false).isEmpty
    }
    for name in ["one", "two", "none"] { try compile(name, at: 100) }
    try memory.keep([said], SaidWarnings(includers: ways("one", "two")), since: 50)
    // The one that never said it counts for nothing.
    try compile("one", at: 200)
    #expect(holds(since: 150))
    try memory.keep([said], since: 150)
    try compile("two", at: 300)
    #expect(!holds(since: 250))
    // Said again by one of them, the other may still say it.
    try memory.keep([said], SaidWarnings(includers: ways("two")), since: 250)
    try compile("two", at: 400)
    #expect(!holds(since: 350))
    try memory.keep([said], SaidWarnings(includers: ways("one", "two")), since: 350)
    try FileManager.default.removeItem(atPath: root + "/package/one.c")
    #expect(holds(since: 450))
    try FileManager.default.removeItem(atPath: root + "/package/two.c")
    #expect(!holds(since: 450))
  }

  @Test(
    "a warning of a source that left its target, or of what was thrown away with all, is not carried over")
  func leftOut() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    try makeFolder(root + "/build/debug/Lib.build")
    try makeFolder(root + "/package/Sources/Lib")
    let sources = ["In", "Out"].map { "\(root)/package/Sources/Lib/\($0).swift" }
    for source in sources { try publish([], as: source) }
    let map = [sources[0]: ["object": "x.o"]]
    try publish([UInt8](JSONEncoder().encode(map)), as: root + "/build/debug/Lib.build/output-file-map.json")
    let warnings = sources.map {
      Diagnostic(severity: .warning, message: "unused", file: $0, line: 1, column: 1)
    }
    let memory = WarningMemory(buildFolder: root + "/build")
    try memory.keep(warnings)
    #expect(
      memory.carriedOver(printed: [], since: 10, package: root + "/package", isPlannedAnew: false) == [
        warnings[0]
      ])
    try BuildFolder(path: root + "/build").throwAwayProducts()
    #expect(
      memory.carriedOver(printed: [], since: 10, package: root + "/package", isPlannedAnew: false).isEmpty)
  }

  @Test("one of a plugin's source, or of what its tool was given, holds until these have had their say again")
  func ofPlugins() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    let files = ["Plugins/Warn/W.swift", "Sources/Lib/grammar.txt", "Sources/C/c.h"].map { "\(root)/\($0)" }
    for file in files {
      try makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
      try publish([], as: file)
    }
    let memory = WarningMemory(buildFolder: root + "/build")
    try makeFolder(root + "/build")
    try memory.keep(
      files.map { Diagnostic(severity: .warning, message: "unused", file: $0, line: 1, column: 1) })
    func carried(_ again: SaidAgain) -> [String?] {
      memory.carriedOver(printed: [], since: 10, package: root, isPlannedAnew: false, saidAgain: again).map(
        \.file)
    }
    #expect(carried(SaidAgain()) == files)
    #expect(carried(SaidAgain(plugins: [root + "/Plugins/Warn"])) == Array(files.dropFirst()))
    #expect(carried(SaidAgain(plugins: [root + "/Plugins/War"])) == files)
    #expect(carried(SaidAgain(areToolsRun: true)) == [files[0], files[2]])
  }

  @Test("a warning of the linker, which names no file, holds until a program is linked again")
  func ofLinking() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    try makeFolder(root + "/build/debug")
    let said = Diagnostic(
      severity: .warning, message: "argument unused during compilation: '-F x'", file: nil, line: nil,
      column: nil)
    let planned = Diagnostic(
      severity: .warning, message: "'p' is unused", file: nil, line: nil, column: nil)
    let memory = WarningMemory(buildFolder: root + "/build")
    try memory.keep([said, planned])
    func carried(since: Double) -> [Diagnostic] {
      memory.carriedOver(printed: [], since: since, package: root, isPlannedAnew: true)
    }
    try publish([], as: root + "/build/debug/pPackageTests.xctest")
    let now = Date().timeIntervalSince1970
    #expect(carried(since: now + 60) == [said])
    #expect(carried(since: now - 60) == [])
  }

  @Test("one that names no file holds until each module that said it is compiled again, or is gone")
  func ofModules() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    for name in ["A", "B", "C", "D"] {
      let folder = "\(root)/build/debug/\(name).build"
      try makeFolder(folder)
      try publish([], as: "\(folder)/x.o")
      let map = ["\(root)/\(name).swift": ["object": "\(folder)/x.o"]]
      try publish([UInt8](JSONEncoder().encode(map)), as: folder + "/output-file-map.json")
      let past = [timeval(tv_sec: 100, tv_usec: 0), timeval(tv_sec: 100, tv_usec: 0)]
      utimes(folder + "/x.o", past)
    }
    let plan = ["A", "B", "C"].map { "inputs: [\"\(root)/build/debug/\($0).build/x.o\"]\n" }.joined()
    try publish(Array(plan.utf8), as: root + "/build/debug.yaml")
    func compile(_ name: String, at second: Int) {
      let time = [timeval(tv_sec: second, tv_usec: 0), timeval(tv_sec: second, tv_usec: 0)]
      utimes("\(root)/build/debug/\(name).build/x.o", time)
    }
    let said = Diagnostic(severity: .warning, message: "unknown group", file: nil, line: nil, column: nil)
    let memory = WarningMemory(buildFolder: root + "/build")
    func holds(since: Double) -> Bool {
      memory.carriedOver(printed: [], since: since, package: root, isPlannedAnew: true) == [said]
    }
    try memory.keep([said], SaidWarnings(modules: [said: ["A", "B", "D"]]), since: 50)
    compile("C", at: 200)
    #expect(holds(since: 150))
    try memory.keep([said], since: 150)
    compile("A", at: 300)
    #expect(holds(since: 250))
    try memory.keep([said], since: 250)
    // What A said before is no word of it any more.
    compile("B", at: 400)
    #expect(!holds(since: 350))
    // Nobody plans D any more.
    try memory.keep([said], SaidWarnings(modules: [said: ["D"]]), since: 350)
    #expect(!holds(since: 350))
    // What is said again by one may be silent of another.
    try memory.keep([said], SaidWarnings(modules: [said: ["A", "B"]]), since: 350)
    compile("A", at: 500)
    try memory.keep([said], SaidWarnings(modules: [said: ["A"]]), since: 450)
    compile("A", at: 600)
    #expect(holds(since: 550))
  }

  @Test("one that a source gave another name holds until that source is compiled again, or has it no more")
  func ofGivenName() throws {
    let scratch = try ScratchFolder("memory")
    let root = scratch.path
    let folder = root + "/build/debug/A.build"
    try makeFolder(folder)
    var map: [String: [String: String]] = [:]
    func compile(_ name: String, at second: Int) {
      let time = [timeval(tv_sec: second, tv_usec: 0), timeval(tv_sec: second, tv_usec: 0)]
      utimes("\(folder)/\(name).o", time)
    }
    for (name, text) in [("one", "#sourceLocation(file: \"Page.tpl\", line: 3)"), ("two", "")] {
      try publish(Array(text.utf8), as: "\(root)/\(name).swift")
      try publish([], as: "\(folder)/\(name).o")
      map["\(root)/\(name).swift"] = ["object": "\(folder)/\(name).o"]
      compile(name, at: 100)
    }
    try publish([UInt8](JSONEncoder().encode(map)), as: folder + "/output-file-map.json")
    let said = Diagnostic(
      severity: .warning, message: "old (Page.tpl:3)", file: nil, line: nil, column: nil)
    let memory = WarningMemory(buildFolder: root + "/build")
    func holds(since: Double) -> Bool {
      memory.carriedOver(printed: [], since: since, package: root, isPlannedAnew: false) == [said]
    }
    try memory.keep([said], SaidWarnings(modules: [said: ["A"]]), since: 50)
    for second in [200, 300] {
      compile("two", at: second)
      #expect(holds(since: Double(second) - 50))
      try memory.keep([said], since: Double(second) - 50)
    }
    compile("one", at: 400)
    #expect(!holds(since: 350))
    compile("one", at: 100)
    #expect(holds(since: 350))
    try publish([], as: root + "/one.swift")
    #expect(!holds(since: 350))
  }

  @Test("what a build said that was cut off is known to the next one")
  func cutOff() throws {
    let scratch = try ScratchFolder("memory")
    let package = scratch.path
    try makeFolder(package + "/build")
    func warning(_ name: String) throws -> Diagnostic {
      try publish([], as: "\(package)/\(name).swift")
      return Diagnostic(
        severity: .warning, message: "unused", file: "\(package)/\(name).swift", line: 1, column: 1)
    }
    let memory = WarningMemory(buildFolder: package + "/build")
    let (old, said) = (try warning("Old"), try warning("Said"))
    try memory.keep([old])
    let journal = try memory.begin(at: 10, package: package)
    journal.add(said)
    journal.add(Diagnostic(severity: .error, message: "no", file: nil, line: nil, column: nil))
    _ = try memory.begin(at: 20, package: package)
    #expect(
      memory.carriedOver(printed: [], since: 20, package: package, isPlannedAnew: false) == [said, old])
    // One that ended is not taken in again.
    try memory.keep([old])
    _ = try memory.begin(at: 30, package: package)
    #expect(memory.carriedOver(printed: [], since: 30, package: package, isPlannedAnew: false) == [old])
  }

  @Test("what llvm-cov refuses is told in other words")
  func refusals() {
    let none =
      "error: failed to load coverage: '/b/x.xctest': no coverage data found\nerror: could not load\n"
    #expect(ProfileExport.refusal(none) == "the test program has no coverage map")
    for text in ["error: failed to load coverage: 'x': malformed coverage data\n", "usage\n", ""] {
      let words = ProfileExport.refusal(text)
      #expect(words.hasPrefix("llvm-cov can't read the coverage map of the test program"))
    }
  }
}
