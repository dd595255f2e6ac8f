import Files
import Foundation
import Model
import State

/// Builds the executable products for release and packs each, when all that was asked for is green.
struct Archive: Step {
  let phase = Phase.Kind.archive
  let action: Bot.Action? = .archive

  /// That nothing is archived is told with its reason, whatever ended the integration.
  func outlasts(_ facts: Facts) -> Bool { true }

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let obstacle = facts.isStopped ? "no build product: the integration ended before" : nil
    if let why = facts.evidence.archiveObstacle ?? obstacle {
      facts.archive = .skipped(why)
      workbench.log.write(line: "Nothing is archived: \(why).")
      return
    }
    switch ArchivePlan.of(workbench.settings.archive.products, in: facts.resolved.package) {
    case .none:
      facts.archive = .skipped(ArchiveWords.nothingToArchive)
      workbench.log.write(line: "There is \(ArchiveWords.nothingToArchive).")
    case .unknown(let sentence): fail([.error(sentence)], &facts, workbench)
    case .products(let products): try archive(products, &facts, workbench)
    }
  }

  private func archive(_ products: [String], _ facts: inout Facts, _ workbench: Workbench) throws {
    let beside = workbench.folder.scratch + "/archive"
    defer { FileTree.remove(beside) }
    let build = ArchiveBuild(workbench: workbench, toolchain: facts.resolved.toolchain)
    let packing = ArchivePacking(
      workbench: workbench, report: facts.report, toolchain: facts.resolved.toolchain, folder: beside)
    var errors: [Diagnostic] = []
    var isCut = false
    var packed: [ArchivePacking.Packed] = []
    try build.prepare(facts.resolved.package)
    for (place, product) in products.enumerated() {
      workbench.log.tell(.step(done: place, total: products.count, what: "Archiving \(product)"))
      switch try build.perform(product) {
      case .failed(let diagnostics, let isMore):
        errors += diagnostics.filter { !errors.contains($0) }
        isCut = isCut || isMore
      // What one that did not build would lack costs no time any more.
      case .built(let folder) where errors.isEmpty:
        packed.append(try packing.pack(product, in: folder))
        errors += packed.suffix(1).flatMap { one in one.secrets.map { Self.objection($0, in: product) } }
      case .built: break
      }
    }
    facts.evidence.isArchived = !isCut
    guard errors.isEmpty else { return fail(errors, &facts, workbench) }
    try FileManager.default.moveItem(atPath: beside, toPath: workbench.folder.archive)
    facts.report.archive = packed.map(\.product)
    facts.archive = .made(packed.flatMap(\.artifacts))
    for one in packed { workbench.log.write(line: "\(one.product.path): \(one.product.sha256)") }
  }

  private static func objection(_ secret: String, in product: String) -> Diagnostic {
    .error(
      "the secret \(secret) stands in `\(product)`, where nobody can mask it: have the program read it when "
        + "it runs, or, where everybody may know it, put it under `environment:`")
  }

  private func fail(_ errors: [Diagnostic], _ facts: inout Facts, _ workbench: Workbench) {
    let led = errors.map { error in
      var error = error.relative(to: workbench.packageFolder)
      error.message = ArchiveWords.lead + error.message
      return error
    }
    facts.evidence.archiveErrors = led
    facts.archive = .failed
    for error in led { workbench.log.write(line: error.message) }
  }

  func status(_ facts: Facts) -> Phase.Status {
    switch facts.archive {
    case .skipped: .skipped
    case .failed: .failed
    case .made, nil: .passed
    }
  }

  func why(_ facts: Facts) -> String? {
    guard case .skipped(let why) = facts.archive else { return nil }
    return why
  }
}

/// What became of what was to be archived.
enum ArchiveEnd {
  case skipped(String)
  case failed
  case made([Artifact])

  var artifacts: [Artifact] {
    guard case .made(let artifacts) = self else { return [] }
    return artifacts
  }
}
