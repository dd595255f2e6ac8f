import Files
import Foundation
import Kit
import Model
import Processes
import Testing

@testable import Integrator

@Suite("What an archive comes to")
struct ArchiveTests {
  let world: SmallWorld

  init() throws {
    world = try SmallWorld()
    let bin = world.root + "/bot/build-archive/release"
    world.processes.change(.binPath) { play in
      play.output = "warning: one\n\(bin)\n"
      play.effect = { _ in try makeFolder(bin) }
    }
    world.processes.change(.product) { play in
      play.effect = { command in
        let product = command.arguments.compactMap { $0.hasPrefix("--product=") ? $0.dropFirst(10) : nil }
        try publish(Array("program".utf8), as: bin + "/" + (product.first ?? ""), mode: 0o755)
        try makeFolder(bin + "/traps_Core.resources")
      }
    }
    world.processes.change(.objcopy) { play in
      play.effect = { try publish(Array("stripped".utf8), as: $0.arguments.last ?? "") }
    }
    world.processes.change(.tar) { play in
      play.effect = { try publish(Array("tar".utf8), as: $0.arguments[2]) }
    }
    try SmallWorld.program(world.root + "/tools/llvm-objcopy")
    for tool in ["tar", "zstd"] { try SmallWorld.program(world.root + "/tools/\(tool)") }
  }

  private func perform(
    _ products: [String] = ["Tool"], _ change: (inout Order) -> Void = { _ in }
  ) throws -> Report {
    let order = world.order {
      $0.settings.actions = [.test, .archive]
      $0.settings.archive.products = products
      change(&$0)
    }
    return try world.perform(order) { [root = world.root] in $0.environment = ["PATH": root + "/tools"] }
  }

  private func archive(of report: Report) -> Phase? { report.phases.first { $0.name == .archive } }

  private var laid: [String] { (try? FileTree.entries(of: world.folder.archive)) ?? [] }

  @Test("each executable product is an artifact with its symbols beside it")
  func products() throws {
    let report = try perform([])
    #expect(report.result == .succeeded && archive(of: report)?.status == .passed)
    #expect(report.archive.map(\.product) == ["Lonely", "MakeTool", "Tool"])
    let tool = try #require(report.archive.last)
    #expect(tool.path == "archive/Tool-aaaaaaaa.tar.zst" && tool.bytes == 3)
    #expect(tool.sha256 == SHA256.hex(Array("tar".utf8)) && tool.symbols == "archive/Tool-aaaaaaaa.debug")
    let artifacts = report.artifacts.filter { $0.path.hasPrefix("archive/") }
    #expect(artifacts.map(\.name).suffix(2) == ["Tool-aaaaaaaa.tar.zst", "Tool-aaaaaaaa.debug"])
    #expect(laid.count == 6 && FileFacts(world.folder.scratch) == nil)
  }

  @Test("its size is compared with that of the branch's last archive")
  func earlier() throws {
    let report = try perform(["Tool", "Lonely"]) {
      $0.archived = EarlierArchive(integration: 5, products: [ArchivedSize(product: "Tool", bytes: 9)])
    }
    #expect(report.archive.map(\.change) == [nil, "6 bytes less than in #5"])
  }

  @Test("where a test failed nothing is built, and the phase says why")
  func failedTest() throws {
    world.processes.change(.xctest) {
      $0.output = $0.output.replacing("testTwo' passed", with: "testTwo' failed")
    }
    let report = try perform()
    #expect(report.result != .succeeded && report.archive.isEmpty && laid.isEmpty)
    #expect(archive(of: report)?.status == .skipped)
    #expect(archive(of: report)?.why?.hasPrefix("no build product: ") == true)
    #expect(!world.processes.asked.contains(.product))
  }

  @Test("where the build failed that is told as well")
  func failedBuild() throws {
    world.processes.change(.build) {
      ($0.output, $0.ending) = ("/x/a.swift:1:1: error: no\n", .exited(1))
    }
    let report = try perform()
    #expect(archive(of: report)?.why == "no build product: the package did not build: 1 error")
  }

  @Test("an archive that does not build is a build error of the archive")
  func errors() throws {
    world.processes.change(.product) {
      ($0.output, $0.ending) = ("/x/a.swift:1:1: error: only in release\n", .exited(1))
    }
    let report = try perform(["Tool", "Lonely"])
    #expect(report.result == .buildErrors && report.reason == "No archive was made: 1 error")
    #expect(report.issues.new.map(\.message) == ["archive: only in release (/x/a.swift:1)"])
    #expect(archive(of: report)?.status == .failed && laid.isEmpty && report.archive.isEmpty)
  }

  @Test("a product that is not there is told with those that are")
  func unknown() throws {
    let report = try perform(["Toll"])
    #expect(report.result == .buildErrors && !world.processes.asked.contains(.product))
    #expect(
      report.issues.new.map(\.message) == [
        "archive: there is no executable product `Toll`: there are `Lonely`, `MakeTool`, `Tool`"
      ])
  }

  @Test("one that holds a secret is not made, and which secret is told by its name alone")
  func secrets() throws {
    let file = world.root + "/b.env"
    try publish(Array("TOKEN=hunter2-hunter2\n".utf8), as: file, mode: 0o600)
    func performed() throws -> Report {
      try perform {
        $0.secretsFile = file
        $0.settings.secrets = ["TOKEN"]
      }
    }
    #expect(try performed().archive.count == 1)
    for bytes in ["a hunter2-hunter2 b", "aHVudGVyMi1odW50ZXIy", "Hhunter2-Hxhunter2"] {
      try? FileManager.default.removeItem(atPath: world.folder.archive)
      world.processes.change(.objcopy) { play in
        play.effect = { try publish(Array(bytes.utf8), as: $0.arguments.last ?? "") }
      }
      let report = try performed()
      #expect(report.result == .buildErrors && laid.isEmpty && report.archive.isEmpty, "\(bytes)")
      let messages = report.issues.new.map(\.message)
      #expect(messages.count == 1, "\(messages)")
      #expect(messages.allSatisfy { $0.hasPrefix("archive: the secret TOKEN stands in `Tool`, where") })
    }
  }

  @Test("a build that a killed tool ended packs nothing that lies there from before, though it ended well")
  func cancelled() throws {
    world.processes.change(.product) { $0.output = "Build of product 'Tool' cancelled! (2.75s)\n" }
    let report = try perform()
    #expect(report.result == .internalError && laid.isEmpty && report.archive.isEmpty)
  }

  @Test("a full disk while it is packed publishes nothing, and costs the sources no red")
  func fullDisk() throws {
    world.processes.change(.tar) {
      ($0.errors, $0.ending) = ("tar: x: Wrote only 4096 bytes: No space left on device\n", .exited(2))
    }
    let report = try perform()
    #expect(report.result == .internalError && laid.isEmpty && report.archive.isEmpty)
    #expect(report.reason.contains("No space left on device"))
  }

  @Test("without a tool for it the symbols stay, and the report says so")
  func unstripped() throws {
    unlink(world.root + "/tools/llvm-objcopy")
    let report = try perform()
    #expect(report.archive.map(\.unstripped) == ["there is no objcopy"] && laid == ["Tool-aaaaaaaa.tar.zst"])
  }

  @Test("without zstd it is packed by gzip, which writes no time")
  func gzip() throws {
    unlink(world.root + "/tools/zstd")
    #expect(try perform().archive.map(\.path) == ["archive/Tool-aaaaaaaa.tar.gz"])
    let words = ArchivePacking.tarArguments("a", date: nil, file: "f", compressor: "gzip -n")
    #expect(words.contains("gzip -n") && words.contains("@0"))
  }

  @Test("a limit that is reached while it is built leaves no archive")
  func limit() throws {
    world.processes.change(.product) { ($0.stopped, $0.ending) = (.silence, .signaled(9)) }
    let report = try perform()
    #expect(report.result == .inconclusive && laid.isEmpty && archive(of: report)?.status == .timedOut)
  }

  @Test("the same files are the same archive, however they were laid")
  func same() throws {
    func packed(_ place: String, _ names: [String], mode: UInt32) throws -> [UInt8] {
      let stage = world.root + "/" + place
      try makeFolder(stage + "/-tool")
      for name in names { try publish(Array(name.utf8), as: "\(stage)/-tool/\(name)", mode: mode) }
      let words = ArchivePacking.tarArguments(
        "-tool", date: Date(timeIntervalSince1970: 7), file: stage + ".tar.gz", compressor: "gzip -n")
      let end = try Processes.perform(
        Processes.Command(
          executable: "/bin/tar", arguments: words, environment: ["PATH": "/usr/bin:/bin"], folder: stage,
          outputs: .pipes),
        limits: ProcessLimits(), cancellation: Cancellation(), observer: Collector())
      #expect(end.ending == .exited(0))
      let bytes = try #require(contents(of: stage + ".tar.gz"))
      #expect(try SHA256.hex(ofFile: stage + ".tar.gz") == (SHA256.hex(bytes), bytes.count))
      return bytes
    }
    let one = try packed("one", ["a", "b", "c"], mode: 0o644)
    #expect(try packed("two", ["c", "b", "a"], mode: 0o664) == one)
  }

  @Test("its files are named after the product, whatever that is called, and the commit")
  func names() {
    func name(_ product: String) -> String { ArchivePacking.name(product, nil) }
    #expect(["a b", "-x", "a/b", ".h"].map(name) == ["a b", "_x", "a_b", "_h"].map { $0 + "-uncommitted" })
  }
}
