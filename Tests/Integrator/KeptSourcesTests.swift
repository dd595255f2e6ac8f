import Files
import Foundation
import Git
import Kit
import Model
import State
import Testing

@testable import Integrator

@Suite struct KeptSourcesTests {
  private let folders: ScratchFolder
  private var scratch: String { folders.path }
  private let order: Order
  private var repository: String { scratch + "/repository" }
  private var folder: IntegrationFolder { IntegrationFolder(scratch + "/integration") }

  init() throws {
    folders = try ScratchFolder("kept")
    let scratch = folders.path
    var settings = Bot(name: "b", repository: scratch + "/repository")
    settings.package = "Core"
    order = Order(
      bot: "b", integration: 1, settings: settings, repository: settings.repository, source: .workingTree,
      branch: nil, checkoutFolder: scratch + "/checkout", buildFolder: "", toolchainFolder: "", clean: false,
      jobs: nil, queued: Date(), baseline: nil)
    try write("repository/Core/Sources/A.swift", "let a = 1\n")
    try write("repository/Core/Sources/B.swift", "let b = 1\n")
    try write("repository/Other/C.swift", "let c = 1\n")
    try Worktree.make(at: scratch + "/repository").commit()
    try makeFolder(folder.path)
  }

  private func write(_ name: String, _ text: String) throws {
    let place = scratch + "/" + name
    try makeFolder((place as NSString).deletingLastPathComponent)
    try publish(Array(text.utf8), as: place)
  }

  /// What an integration of the working tree as it is now would report.
  private func integrated(
    masking: Masking = .none, rewriting: () throws -> Void = {}
  ) throws -> Report {
    let brought = try OwnClone(folder: order.checkoutFolder).bringWorkingTree(of: repository, keep: [])
    var report = Report(
      bot: "b", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(), started: Date())
    report.commit = brought.commit.map {
      Commit(
        id: CommitID($0), branch: "main", author: "", email: "", date: Date(), subject: "",
        changes: brought.changes)
    }
    report.coverage = CoverageReport(
      targets: [],
      notMeasured: ["Sources/A.swift", "Sources/B.swift", "Sources/New.swift", "../Other/C.swift"].map {
        NotMeasured(path: $0, why: "so")
      }, excluded: [])
    let folder = order.checkoutFolder + "/" + order.settings.package
    let package = PackageDescription(
      name: "Core", path: folder,
      targets: [.init(name: "Core", path: "Sources", sources: ["A.swift", "B.swift", "New.swift"])])
    let compiled = CompiledSources(of: package, in: folder)
    try rewriting()
    try KeptSources.keep(report, order, compiled, masking, in: self.folder)
    return report
  }

  private func text(_ sources: KeptSources, _ path: PackagePath) -> String? {
    sources.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("what a working tree held is there after the checkout went on, and only what differed is kept")
  func workingTree() throws {
    try write("repository/Core/Sources/A.swift", "let a = 2\n")
    try write("repository/Core/Sources/New.swift", "let new = 1\n")
    let report = try integrated()
    #expect(FileTree.names(below: folder.sources) == ["Core/Sources/A.swift", "Core/Sources/New.swift"])
    try write("repository/Core/Sources/A.swift", "let a = 3\n")
    try Worktree(path: repository).commit()
    _ = try OwnClone(folder: order.checkoutFolder).bringWorkingTree(of: repository, keep: [])
    let sources = KeptSources(of: report, order: order, in: folder)
    #expect(sources.missing == nil)
    #expect(text(sources, "Sources/A.swift") == "let a = 2\n")
    #expect(text(sources, "Sources/B.swift") == "let b = 1\n")
    #expect(text(sources, "Sources/New.swift") == "let new = 1\n")
    #expect(text(sources, "../Other/C.swift") == "let c = 1\n")
    for path in ["../../secret", "/etc/passwd", "../..", "Sources/None.swift", "Sources"] as [PackagePath] {
      #expect(sources.bytes(of: path) == nil, "\(path)")
    }
  }

  @Test(
    "what tests wrote anew or removed is kept as it was compiled, also where nothing differs from the commit")
  func rewritten() throws {
    let report = try integrated {
      try write("checkout/Core/Sources/A.swift", "// recorded\nlet a = 1\n")
      try FileManager.default.removeItem(atPath: scratch + "/checkout/Core/Sources/B.swift")
    }
    #expect(report.commit?.changes == false)
    #expect(FileTree.names(below: folder.sources) == ["Core/Sources/A.swift", "Core/Sources/B.swift"])
    func laid(_ path: PackagePath) -> String? {
      KeptSources.laid(path, package: "Core", in: folder).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(laid("Sources/A.swift") == "let a = 1\n" && laid("Sources/B.swift") == "let b = 1\n")
    #expect(laid("../Other/C.swift") == nil && laid("../../x") == nil)
    #expect(text(KeptSources(of: report, order: order, in: folder), "Sources/A.swift") == "let a = 1\n")
  }

  @Test("what is committed is shown without the secrets that stand in it")
  func secrets() throws {
    try write("repository/Core/Sources/B.swift", "let b = \"s3cr3t-walrus\"\n")
    try Worktree(path: repository).commit()
    let report = try integrated(masking: Secrets(values: ["TOKEN": "s3cr3t-walrus"]).masking)
    #expect(report.commit?.changes == false)
    #expect(FileTree.names(below: folder.sources) == ["Core/Sources/B.swift"])
    let sources = KeptSources(of: report, order: order, in: folder)
    #expect(text(sources, "Sources/B.swift") == "let b = \"*************\"\n")
    #expect(text(sources, "Sources/A.swift") == "let a = 1\n")
  }

  @Test("an unchanged working tree keeps nothing beside the report, and has its commit's sources")
  func unchanged() throws {
    let report = try integrated()
    #expect(FileFacts(folder.sources) == nil)
    #expect(text(KeptSources(of: report, order: order, in: folder), "Sources/A.swift") == "let a = 1\n")
  }

  @Test("while the clone is made anew its repository has them")
  func cloneIsGone() throws {
    let report = try integrated()
    try write("repository/Core/Sources/A.swift", "let a = 3\n")
    try Worktree(path: repository).commit()
    try FileManager.default.removeItem(atPath: order.checkoutFolder)
    let sources = KeptSources(of: report, order: order, in: folder)
    #expect(sources.missing == nil && text(sources, "Sources/A.swift") == "let a = 1\n")
    // Also when that begins between two files.
    _ = try OwnClone(folder: order.checkoutFolder).bringWorkingTree(of: repository, keep: [])
    let later = KeptSources(of: report, order: order, in: folder)
    #expect(text(later, "Sources/A.swift") == "let a = 1\n")
    try FileManager.default.moveItem(atPath: order.checkoutFolder, toPath: scratch + "/aside")
    #expect(text(later, "Sources/B.swift") == "let b = 1\n")
  }

  @Test("why there are none is told in words, never with the sources of another state")
  func missing() throws {
    try write("repository/Core/Sources/A.swift", "let a = 2\n")
    let report = try integrated()
    try FileManager.default.removeItem(atPath: folder.sources)
    let unkept = KeptSources(of: report, order: order, in: folder)
    #expect(unkept.missing == "they were those of a working tree, and were not kept")
    #expect(text(unkept, "Sources/B.swift") == nil)
    var other = report
    other.commit?.changes = false
    try FileManager.default.removeItem(atPath: order.checkoutFolder)
    other.commit?.id = CommitID(String(repeating: "e", count: 40))
    let gone = KeptSources(of: other, order: order, in: folder)
    #expect(gone.missing == "neither the bot's clone nor its repository has the commit eeeeeeee any more")
    other.commit = nil
    #expect(KeptSources(of: other, order: order, in: folder).missing != nil)
  }

  @Test(
    "of a package at the top a source's place is what it is called, made plain",
    arguments: [
      "Sources/A.swift", "A.swift", "./A.swift", "a/./b", "a/../b", "../a", "a//b", "a/", "", ".", ".a/b",
      "/a",
      "a/.b", "a/..b",
    ])
  func places(path: String) {
    #expect(
      KeptSources.place(of: PackagePath(path), in: ".") == KeptSources.place(of: PackagePath(path), in: "./.")
    )
  }
}
