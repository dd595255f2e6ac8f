import Foundation
import Kit
import Testing

@testable import Integrator

@Suite("What is made of C headers")
struct ModuleCacheTests {
  @Test("it lies where a user's caches are, else where the state is, else in each build folder")
  func places() throws {
    let scratch = try ScratchFolder("modules")
    defer { scratch.remove() }
    func found(_ environment: [String: String], _ otherwise: String) -> String? {
      ModuleCache.find(toolchain: "6", environment: environment, otherwise: otherwise)?.folder
    }
    let (cache, home, state) = (scratch.path + "/c", scratch.path + "/h", scratch.path + "/s")
    #expect(found(["XDG_CACHE_HOME": cache, "HOME": home], state) == cache + "/bothy/modules/6")
    #expect(found(["HOME": home], state) == home + "/.cache/bothy/modules/6")
    #expect(found(["XDG_CACHE_HOME": "c", "HOME": "/"], state) == state + "/modules/6")
    #expect(found(["HOME": "/dev/null"], state) == state + "/modules/6")
    #expect(found(["HOME": "/dev/null"], "/dev/null") == nil)
  }

  @Test("what was made for a toolchain that is gone is forgotten after a month")
  func old() throws {
    let scratch = try ScratchFolder("modules")
    defer { scratch.remove() }
    for (name, age) in [("old", 40.0), ("used", 2)] {
      let folder = try scratch.folder("modules/\(name)")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age * 86400)], ofItemAtPath: folder.path)
    }
    _ = ModuleCache.find(toolchain: "new", environment: [:], otherwise: scratch.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/modules")
    #expect(names.sorted() == ["new", "used"])
  }

  @Test("what was made of a package's own headers is forgotten by where these lie")
  func own() throws {
    let scratch = try ScratchFolder("modules")
    defer { scratch.remove() }
    for (name, header) in [("C-1", "/s/p/checkout/C.h"), ("C-2", "/s/p2/C.h"), ("D-1", "/s/p/D.h")] {
      try scratch.write("6/A/\(name).pcm", "CPCH\u{0}\(header)\u{0}")
    }
    let cache = ModuleCache(folder: scratch.path + "/6")
    try cache.forget(["C"], below: ["/s/build", "/s/p"])
    let left = cache.modules.map { ($0 as NSString).lastPathComponent }
    #expect(left == ["C-2.pcm", "D-1.pcm"])
  }

  @Test("only its own files are blamed")
  func blame() {
    let cache = ModuleCache(folder: "/c/modules/6")
    #expect(cache.isBlamed(in: ["file '/c/modules/6/A/Glibc-1.pcm' is not a valid module file: too small"]))
    #expect(cache.isBlamed(in: ["compile command failed due to signal 7 (use -v to see invocation)"]))
    #expect(!cache.isBlamed(in: ["compile command failed due to signal 11 (use -v to see invocation)"]))
    #expect(!cache.isBlamed(in: ["cannot find 'x'", "file '/b/ModuleCache/Glibc-1.pcm' is not valid"]))
  }

  @Test("a module that was made and is missed is blamed, one that was never made is not")
  func missed() throws {
    let scratch = try ScratchFolder("modules")
    defer { scratch.remove() }
    try scratch.write("6/A/SwiftShims-2WTE.pcm", "CPCH")
    let cache = ModuleCache(folder: scratch.path + "/6")
    #expect(cache.isBlamed(in: ["<unknown>:0: error: missing required module 'SwiftShims'"]))
    #expect(!cache.isBlamed(in: ["missing required module 'Swift'", "missing required module 'COwn'"]))
  }
}
