import Files
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite("Warnings that are remembered, by who would say them again")
struct KeptWarningTests {
  /// One module of Swift that has a source and reads a header.
  private struct SwiftModule {
    let scratch: ScratchFolder
    var memory: WarningMemory
    let said: Diagnostic
    var root: String { scratch.path }

    init(said path: String, line: Int? = 1, column: Int? = 1) throws {
      scratch = try ScratchFolder("memory")
      let root = scratch.path
      memory = WarningMemory(buildFolder: root + "/build")
      said = Diagnostic(
        severity: .warning, message: "old", file: "\(root)/package/\(path)", line: line, column: column)
      for folder in ["build/debug/A.build", "package/A", "package/C/include"] {
        try makeFolder("\(root)/\(folder)")
      }
      for name in ["A/a.swift", "A/left.swift", "C/include/c.h", "C/include/d.h"] {
        try publish([], as: "\(root)/package/\(name)")
      }
      try plan(["A"])
      let folder = root + "/build/debug/A.build"
      let map = ["\(root)/package/A/a.swift": ["object": "\(folder)/a.o", "dependencies": "\(folder)/a.d"]]
      try publish([UInt8](JSONEncoder().encode(map)), as: folder + "/output-file-map.json")
      let read = ["A/a.swift", "C/include/c.h"].map { "\(root)/package/\($0)" }.joined(separator: " ")
      try publish(Array("a.o : \(read)\n".utf8), as: folder + "/a.d")
      try publish([], as: folder + "/a.o")
      compile(at: 100)
    }

    func plan(_ modules: [String]) throws {
      let plan = modules.map { "inputs: [\"\(root)/build/debug/\($0).build/a.o\"]\n" }.joined()
      try publish(Array("\(plan)# a plan\n".utf8), as: root + "/build/debug.yaml")
    }

    func compile(at second: Int) {
      let time = timeval(tv_sec: second, tv_usec: 0)
      utimes(root + "/build/debug/A.build/a.o", [time, time])
    }

    func holds(since: Double) -> Bool {
      !memory.carriedOver(printed: [], since: since, package: root + "/package", isPlannedAnew: false).isEmpty
    }
  }

  @Test("one of a source is gone with its target, though the file is there still")
  func goneTarget() throws {
    let module = try SwiftModule(said: "A/a.swift")
    try module.memory.keep([module.said])
    #expect(module.holds(since: 150))
    try module.plan(["B"])
    #expect(!module.holds(since: 150))
  }

  @Test("of a module that is one job the compiler tells by the first source, or by what all of them read")
  func oneJob() throws {
    let module = try SwiftModule(said: "A/a.swift")
    let folder = module.root + "/build/debug/A.build"
    let map = [
      "": ["dependencies": "\(folder)/A.d"],
      "\(module.root)/package/A/a.swift": ["object": "\(folder)/a.o", "diagnostics": "\(folder)/gone.dia"],
    ]
    try publish([UInt8](JSONEncoder().encode(map)), as: folder + "/output-file-map.json")
    try FileManager.default.removeItem(atPath: folder + "/a.d")
    func compile(at second: Int) throws {
      let time = timeval(tv_sec: second, tv_usec: 0)
      try publish([], as: folder + "/A.d")
      utimes(folder + "/A.d", [time, time])
    }
    try compile(at: 100)
    try module.memory.keep([module.said])
    #expect(module.holds(since: 150))
    try compile(at: 200)
    #expect(!module.holds(since: 150))
  }

  @Test("what is built for another configuration is asked apart")
  func configurations() throws {
    let module = try SwiftModule(said: "A/a.swift")
    let build = module.root + "/build"
    try FileManager.default.copyItem(atPath: build + "/debug", toPath: build + "/release")
    try FileManager.default.copyItem(atPath: build + "/debug.yaml", toPath: build + "/release.yaml")
    try module.memory.keep([module.said])
    var optimized = module.memory
    optimized.configuration = .release
    // What a former version remembered of both.
    #expect(optimized.remembered == [module.said])
    try optimized.keep([])
    #expect(optimized.remembered == [] && module.memory.remembered == [module.said])
    module.compile(at: 200)
    #expect(!module.holds(since: 150))
  }

  @Test("where its target is back and is what it was, nothing is compiled, and it holds again")
  func targetBack() throws {
    let module = try SwiftModule(said: "A/a.swift")
    try module.memory.keep([module.said])
    try module.plan(["B"])
    for second in [150.0, 160] {
      #expect(!module.holds(since: second))
      try module.memory.keep([], since: second)
      #expect(module.memory.remembered.isEmpty)
    }
    try module.plan(["A", "B"])
    #expect(module.holds(since: 170))
    module.compile(at: 200)
    #expect(!module.holds(since: 170))
    try module.memory.keep([], since: 170)
    #expect(!module.holds(since: 250))
  }

  @Test("one of a header that Swift reads is heard anew only when its module is made anew")
  func swiftHeader() throws {
    var module = try SwiftModule(said: "C/include/c.h")
    let cache = module.root + "/cache"
    module.memory.caches = [ModuleCache(folder: cache)]
    try module.memory.keep([module.said])
    module.compile(at: 200)
    #expect(module.holds(since: 150))
    func make(_ name: String, of header: String) throws {
      try makeFolder(cache + "/A")
      try publish(Array("CPCH\u{0}\(header)\u{0}".utf8), as: "\(cache)/A/\(name).pcm")
      let time = timeval(tv_sec: 200, tv_usec: 0)
      utimes("\(cache)/A/\(name).pcm", [time, time])
    }
    try make("D-1", of: module.root + "/package/D/include/c.h")
    #expect(module.holds(since: 150))
    try make("C-1", of: module.root + "/package/C/include/c.h")
    #expect(!module.holds(since: 150) && module.holds(since: 250))
  }

  @Test("one that Swift said and a source of C says again is of both still, where no module was made anew")
  func swiftAndC() throws {
    let module = try SwiftModule(said: "C/include/c.h")
    let build = module.root + "/build/debug/C.build"
    let (source, header) = (module.root + "/package/C/c.c", module.root + "/package/C/include/c.h")
    try makeFolder(build)
    try publish([], as: source)
    func compile(reading files: [String], at second: Int) throws {
      try publish(Array("c.o: \(files.joined(separator: " "))\n".utf8), as: build + "/c.c.d")
      try publish([], as: build + "/c.c.o")
      let time = timeval(tv_sec: second, tv_usec: 0)
      utimes(build + "/c.c.o", [time, time])
      module.compile(at: second)
    }
    try module.plan(["A"])
    let plan = try #require(contents(of: module.root + "/build/debug.yaml"))
    try publish(plan + Array("\"\(build)/c.c.o\"\n".utf8), as: module.root + "/build/debug.yaml")
    try compile(reading: [source, header], at: 100)
    try module.memory.keep([module.said], SaidWarnings(includers: [module.said: [""]]), since: 50)
    try compile(reading: [source, header], at: 200)
    try module.memory.keep([module.said], SaidWarnings(includers: [module.said: [source]]), since: 150)
    try compile(reading: [source], at: 300)
    #expect(module.holds(since: 250))
  }

  @Test("what a build said that was cut off is asked of whoever reads it when that is known")
  func cutOff() throws {
    var module = try SwiftModule(said: "C/include/c.h")
    let cache = module.root + "/cache"
    module.memory.caches = [ModuleCache(folder: cache)]
    let list = module.root + "/build/debug/A.build/a.d"
    let written = try #require(contents(of: list))
    try FileManager.default.removeItem(atPath: list)
    let journal = try module.memory.begin(at: 50, package: module.root + "/package")
    journal.add(module.said)
    _ = try module.memory.begin(at: 150, package: module.root + "/package")
    #expect(module.memory.remembered == [module.said])
    try publish(written, as: list)
    module.compile(at: 200)
    #expect(module.holds(since: 150))
    try makeFolder(cache)
    try publish(
      Array("CPCH\u{0}\(module.root)/package/C/include/c.h\u{0}".utf8), as: cache + "/C-1.pcm")
    #expect(!module.holds(since: 150))
  }

  @Test("where no source imports that module any more, others that came to it by way of one say nothing")
  func importedNoMore() throws {
    let module = try SwiftModule(said: "C/include/c.h")
    let build = module.root + "/build/debug"
    let read = ["A/a.swift", "C/include/c.h"].map { "\(module.root)/package/\($0)" }
    try publish(Array("// A map.\nmodule Other {\n}\nmodule C {\n}\n".utf8), as: build + "/C.modulemap")
    let list = (read + [build + "/C.modulemap"]).joined(separator: " ")
    try publish(Array("a.o : \(list)\n".utf8), as: build + "/A.build/a.d")
    let text = "@testable import b\n\n@_exported import struct C.One\n"
    try publish(Array(text.utf8), as: read[0])
    try FileManager.default.removeItem(atPath: build + "/A.build/a.o")
    try publish([], as: build + "/A.build/a.swift.o")
    let map = [read[0]: ["object": build + "/A.build/a.swift.o", "dependencies": build + "/A.build/a.d"]]
    try publish([UInt8](JSONEncoder().encode(map)), as: build + "/A.build/output-file-map.json")
    try module.memory.keep([module.said])
    #expect(module.holds(since: Date().timeIntervalSince1970 + 60))
    try publish(Array("import B\n".utf8), as: read[0])
    #expect(!module.holds(since: Date().timeIntervalSince1970 + 60))
  }

  @Test("who says it beside others that are not known is not known, also where it was said by one before")
  func unknownWays() throws {
    let module = try SwiftModule(said: "C/include/c.h")
    try FileManager.default.removeItem(atPath: module.root + "/build/debug/A.build")
    let build = module.root + "/build/debug/C.build"
    try makeFolder(build)
    let header = module.root + "/package/C/include/c.h"
    func compile(_ name: String, at second: Int) throws {
      let source = "\(module.root)/package/C/\(name).c"
      try publish([], as: source)
      try publish(Array("\(name).o: \(source) \(header)\n".utf8), as: "\(build)/\(name).c.d")
      try publish([], as: "\(build)/\(name).c.o")
      let time = timeval(tv_sec: second, tv_usec: 0)
      utimes("\(build)/\(name).c.o", [time, time])
    }
    for name in ["one", "two"] { try compile(name, at: 100) }
    try FileManager.default.removeItem(atPath: module.root + "/build/debug.yaml")
    func keep(_ ways: Set<String>, since: Double) throws {
      let said = ways.isEmpty ? [:] : [module.said: ways]
      try module.memory.keep([module.said], SaidWarnings(includers: said), since: since)
    }
    let one = "\(module.root)/package/C/one.c"
    try keep([one], since: 50)
    try compile("one", at: 200)
    try keep([""], since: 150)
    #expect(module.holds(since: 250))
    try compile("one", at: 300)
    #expect(module.holds(since: 250))
    // Where all are asked at once, it is known again.
    try compile("two", at: 400)
    try compile("one", at: 400)
    try keep([one], since: 350)
    try compile("one", at: 500)
    #expect(!module.holds(since: 450))
  }

  @Test("a source that is none of its target's is told of by the package manager, whatever is compiled")
  func unhandled() throws {
    let module = try SwiftModule(said: "A/left.swift", line: nil, column: nil)
    try module.memory.keep([module.said])
    module.compile(at: 200)
    #expect(module.holds(since: 150))
  }

  @Test("one of the linker holds until all that it was said of is linked again")
  func ofLinker() throws {
    let module = try SwiftModule(said: "A/a.swift", column: nil)
    func link(_ name: String, at second: Int) throws {
      let time = timeval(tv_sec: second, tv_usec: 0)
      try publish([], as: "\(module.root)/build/debug/\(name)")
      utimes("\(module.root)/build/debug/\(name)", [time, time])
    }
    for name in ["one", "two", "other"] { try link(name, at: 100) }
    try module.memory.keep([module.said], SaidWarnings(products: [module.said: ["one", "two"]]), since: 50)
    module.compile(at: 200)
    try link("other", at: 200)
    #expect(module.holds(since: 150))
    try module.memory.keep([module.said], since: 150)
    try link("one", at: 300)
    #expect(module.holds(since: 250))
    try module.memory.keep([module.said], since: 250)
    try link("two", at: 400)
    #expect(!module.holds(since: 350))
  }
}
