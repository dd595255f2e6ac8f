import Files
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite("Where archives are built")
struct ArchiveFolderTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.path + "/build-archive" }
  private var built: String { path + "/x86_64-unknown-linux-gnu/release" }
  private let package = PackageDescription(
    name: "p", path: "/p",
    targets: [
      PackageDescription.Target(name: "App-Core", type: "library", path: "Sources/App", sources: ["A.swift"])
    ])

  init() throws {
    scratch = try ScratchFolder("archives")
    try fill()
  }

  private func fill() throws {
    let made = [
      "App-Core.build/a.o", "App-Core-tool.build/a.o", "Modules/App-Core.swiftmodule", "App-Core",
      "ModuleCache/C.pcm", "Log.build/l.o", "Modules/Log.swiftmodule", "description.json",
    ]
    for name in made.map({ built + "/" + $0 }) + [path + "/plugins/outputs/p/App/G.swift"] {
      try makeFolder((name as NSString).deletingLastPathComponent)
      try publish(Array("x".utf8), as: name)
    }
    try publish(Array(path.utf8), as: path + "/bothy-built")
  }

  private func renew(_ settled: String?, _ package: PackageDescription? = nil) throws -> [String] {
    try ArchiveFolder(path: path).renew(for: package ?? self.package, settled: settled)
    return FileTree.names(below: path, skipping: []).map { ($0 as NSString).lastPathComponent }.sorted()
  }

  @Test("keep only what others are made of, and that while nothing says that these are others")
  func renewed() throws {
    defer { scratch.remove() }
    #expect(try renew("one") == ["bothy-archived", "bothy-built"])
    try fill()
    #expect(
      try renew("one") == [
        "Log.swiftmodule", "bothy-archived", "bothy-built", "description.json", "l.o",
      ])
    #expect(try renew("two") == ["bothy-archived", "bothy-built"])
    try fill()
    #expect(try renew(nil) == ["bothy-built"])
  }

  @Test("keep nothing where a package lies beside this one")
  func beside() throws {
    defer { scratch.remove() }
    var package = package
    package.dependencies = [PackageDescription.Dependency(identity: "q", path: "/q")]
    for _ in 0..<2 {
      #expect(try renew("one", package) == ["bothy-archived", "bothy-built"])
      try fill()
    }
  }
}
