import Files
import Foundation
import Kit
import Model
import Processes
import Testing

@testable import Integrator

/// What was built is what is told of.
@Suite struct WhatWasBuiltTests {
  private func pin(_ name: String, isCommitted: Bool) -> PinnedDependency {
    var pin = PinnedDependency(
      identity: name, location: "/srv/\(name)", version: "1.0.0", branch: nil, revision: "a")
    pin.committed = isCommitted
    return pin
  }

  @Test("only pins that the commit does not have are told, and whether they are of today")
  func pins() {
    #expect(Pins.note([], before: []) == nil)
    #expect(Pins.note([pin("a", isCommitted: true)], before: []) == nil)
    let mixed = [pin("a", isCommitted: true), pin("b", isCommitted: false)]
    let old = Pins.note(mixed, before: mixed) ?? ""
    #expect(old.contains("(Package.resolved): b 1.0.0. Not all were resolved by this integration"))
    #expect(old.contains("`--clean`"))
    #expect(
      Pins.note(mixed, before: [pin("a", isCommitted: false)])?.contains(
        "They were resolved by this integration") == true)
    let many = (1...7).map { pin("d\($0)", isCommitted: false) }
    #expect(Pins.note(many, before: [])?.contains("d4 1.0.0, d5 1.0.0 and 2 more.") == true)
  }

  @Test("pins that no commit has stay for the next integration, and a clean one has none of them")
  func keptPins() throws {
    let scratch = try ScratchFolder("pins")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    try tree.write("Package.swift", "").write("Inner/Package.swift", "").write(".gitignore", "*.resolved")
    let commit = CommitID(try tree.commit())
    let pins = ["Package.resolved", "Inner/Package.resolved"].map { scratch.path + "/checkout/" + $0 }
    func kept(_ source: Order.Source, clean: Bool) throws -> Int {
      for file in pins where FileFacts(scratch.path + "/checkout") != nil {
        try publish(Array("old pins".utf8), as: file)
      }
      let order = Order(
        bot: "b", integration: 1, settings: Bot(name: "b", repository: tree.path), repository: tree.path,
        source: source, branch: "main", checkoutFolder: scratch.path + "/checkout", buildFolder: "",
        toolchainFolder: "", clean: clean, jobs: nil, queued: Date(), baseline: nil)
      var report = Report(
        bot: "b", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: Date(), started: Date())
      try GitCheckout(order: order, cancellation: Cancellation()).perform(into: &report)
      return pins.count { FileFacts($0) != nil }
    }
    #expect(try kept(.commit(commit), clean: false) == 0)
    #expect(try kept(.commit(commit), clean: false) == 2)
    #expect(try kept(.workingTree, clean: false) == 2)
    #expect(try kept(.workingTree, clean: true) == 0)
    #expect(try kept(.commit(commit), clean: true) == 0)
  }

  @Test("where more commits came than are listed the report says so, and not where just as many came")
  func manyCommits() throws {
    let scratch = try ScratchFolder("many")
    let tree = try Worktree.make(at: scratch.path + "/repository")
    let first = CommitID(try tree.write("Package.swift", "").commit())
    let commit = "git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m $i"
    let many = "for i in $(seq 201); do \(commit); done"
    let end = try Kit.Command("/bin/sh", ["-ec", many], in: URL(fileURLWithPath: tree.path)).runHere()
    #expect(end.status == 0, "\(end.errorText)")
    func brought(since: CommitID) throws -> Report {
      var order = Order(
        bot: "b", integration: 2, settings: Bot(name: "b", repository: tree.path), repository: tree.path,
        source: .commit(CommitID(try tree.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines))),
        branch: "main",
        checkoutFolder: scratch.path + "/checkout", buildFolder: "", toolchainFolder: "", clean: false,
        jobs: nil, queued: Date(), baseline: nil)
      order.baseline = Baseline(
        integration: 1, commit: since, openIssues: [], coverage: nil, testCount: 0, phaseSeconds: [:])
      var report = Report(
        bot: "b", integration: 2, result: .succeeded, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: Date(), started: Date())
      try GitCheckout(order: order, cancellation: Cancellation()).perform(into: &report)
      return report
    }
    let more = try brought(since: first)
    #expect(more.commits.count == 200 && more.commits.first?.subject == "201")
    #expect(
      more.notes == [
        "More than 200 commits came since the integration before: the newest 200 are listed."
      ])
    let enough = try brought(
      since: CommitID(try tree.git("rev-parse", "HEAD~200").trimmingCharacters(in: .newlines)))
    #expect(enough.commits.count == 200 && enough.notes.isEmpty)
  }

  private func explained(
    _ path: String, package: String = "", manifest: String = "", checkout: String = "/s/bots/b/checkout"
  ) -> String {
    let message = "the package at '\(path)' cannot be accessed (\(path) doesn't exist in file system)"
    let outside = OutsideDependency(
      packageFolder: checkout + package, checkoutFolder: checkout, manifest: manifest)
    return outside.sentence(for: .error(message)) ?? ""
  }

  @Test("a dependency outside of the repository is told as the manifest has it, with what to do")
  func outside() {
    #expect(explained("/s/bots/b/Dep").hasPrefix("the package depends on ../Dep, a path outside of its"))
    #expect(explained("/s/bots/b/Dep").contains(".package(url: …)"))
    #expect(explained("/s/bots/Dep").contains(" on ../../Dep, "))
    #expect(explained("/s/bots/b/Dep", package: "/in/er").contains(" on ../../../Dep, "))
    #expect(explained("/srv/Dep", manifest: ".package(path: \"/srv/Dep\")").contains(" on /srv/Dep, "))
    #expect(explained("/s/bots/b/checkouts/Dep").contains(" on ../checkouts/Dep, "))
  }

  @Test("a dependency with the name of the folder that Bothy builds in is told, and no other cycle")
  func namesake() {
    let cycle = [Diagnostic.error("cyclic dependency between packages P -> P requires tools-version 6.0")]
    func told(_ address: String, package: String = "/s/checkout") -> String? {
      OutsideDependency(
        packageFolder: package, checkoutFolder: "/s/checkout", manifest: ".package(url: \"\(address)\", "
      ).namesake(among: cycle)
    }
    for address in ["https://x/checkout", "https://x/Checkout.git", "https://x/checkout/"] {
      #expect(told(address)?.contains("called `checkout`") == true)
    }
    #expect(told("https://x/checkouts") == nil)
    #expect(told("https://x/checkout", package: "/s/checkout/In") == nil)
  }

  @Test("a link out of the repository leaves open what is behind it; one that leads nowhere inside does not")
  func links() throws {
    let scratch = try ScratchFolder("links")
    defer { scratch.remove() }
    let folder = scratch.path + "/checkout"
    try FileManager.default.createDirectory(atPath: folder + "/Tests/T", withIntermediateDirectories: true)
    func doubts(_ destination: String) throws -> [String] {
      let link = folder + "/Tests/T/S.swift"
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
      let told = Diagnostic(
        severity: .warning, message: "'checkout': ignoring broken symlink \(link)", file: nil, line: nil,
        column: nil)
      return OutsideLink(packageFolder: folder, checkoutFolder: folder).doubts(of: [told, told])
    }
    #expect(try doubts("../../../elsewhere/S.swift").count == 1)
    #expect(
      try doubts("../../.././S.swift").first?.hasPrefix(
        "Tests/T/S.swift is a link to ../../.././S.swift, outside of its repository") == true)
    for inside in ["../../S.swift", "S.txt", "./../../Tests/X.swift", "/nowhere/S.swift"] {
      #expect(try doubts(inside).isEmpty)
    }
  }

  @Test("of a commit, a link to where it is worked on leaves open what was built")
  func worked() throws {
    let scratch = try ScratchFolder("worked")
    defer { scratch.remove() }
    let (folder, files) = (scratch.path + "/checkout", FileManager.default)
    try files.createDirectory(atPath: folder + "/Sources/L", withIntermediateDirectories: true)
    for (name, place) in [("A", "/work/shop/shared/A.swift"), ("B", "/work/shopping/B.swift")] {
      try files.createSymbolicLink(
        atPath: folder + "/Sources/L/\(name).swift", withDestinationPath: place)
    }
    let target = PackageDescription.Target(name: "L", path: "Sources/L", sources: ["A.swift", "B.swift"])
    let package = PackageDescription(name: "P", path: folder, targets: [target])
    var links = OutsideLink(packageFolder: folder, checkoutFolder: folder)
    #expect(links.told(of: package).doubts.isEmpty)
    links.workplace = "/work/shop"
    let told = links.told(of: package)
    #expect(told.doubts.count == 1 && told.notes.count == 1)
    #expect(
      told.doubts.first?.hasPrefix("Sources/L/A.swift is a link to /work/shop/shared/A.swift")
        == true)
  }

  @Test("what is missing inside of the repository is told by the package manager's own words")
  func inside() {
    #expect(explained("/s/bots/b/checkout/Dep").isEmpty)
    let other = Diagnostic.error("type 'X' has no member")
    let outside = OutsideDependency(packageFolder: "/c", checkoutFolder: "/c", manifest: "")
    #expect(outside.sentence(for: other) == nil)
  }

  @Test("sources stay what they were when the tests began; what was not known then is what lies there")
  func compiledSources() throws {
    let scratch = try ScratchFolder("compiled")
    let folder = scratch.path + "/package"
    try makeFolder(folder + "/Sources/A")
    for name in ["Kept", "Gone", "New"] where name != "New" {
      try publish(Array("old \(name)".utf8), as: "\(folder)/Sources/A/\(name).swift")
    }
    let package = PackageDescription(
      name: "A", path: folder,
      targets: [.init(name: "A", path: "Sources/A", sources: ["Kept.swift", "Gone.swift", "New.swift"])])
    let sources = CompiledSources(of: package, in: folder)
    try publish(Array("new".utf8), as: folder + "/Sources/A/Kept.swift")
    try FileManager.default.removeItem(atPath: folder + "/Sources/A/Gone.swift")
    try publish(Array("new".utf8), as: folder + "/Sources/A/New.swift")
    func text(_ name: String) -> String? {
      sources.bytes(of: PackagePath("Sources/A/\(name).swift")).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(text("Kept") == "old Kept")
    #expect(text("Gone") == "old Gone")
    #expect(text("New") == "new")
    #expect(text("None") == nil)
  }

  @Test("a source is untouched where nothing of its file changed, and it was not new when it was read")
  func untouched() throws {
    let scratch = try ScratchFolder("untouched")
    let place = scratch.path + "/A.swift"
    try publish(Array("one".utf8), as: place)
    let before = FoundFile(at: place)
    let again = FoundFile(at: place)
    #expect(CompiledSources.isUntouched(before, now: again, readAt: before.changed + 3))
    #expect(!CompiledSources.isUntouched(before, now: again, readAt: before.changed + 1))
    try publish(Array("two".utf8), as: place)
    let now = FoundFile(at: place)
    #expect(!CompiledSources.isUntouched(before, now: now, readAt: now.changed + 3))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/B.swift", withDestinationPath: "A.swift")
    let link = FoundFile(at: scratch.path + "/B.swift")
    #expect(!CompiledSources.isUntouched(link, now: link, readAt: link.changed + 3))
  }
}
