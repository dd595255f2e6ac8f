import Explaining
import Files
import Foundation
import Model
import Processes
import Words

/// One product with its resources and a manifest as an archive that is the same whenever what is in it is.
struct ArchivePacking {
  let workbench: Workbench
  let report: Report
  let toolchain: Toolchain
  /// Where the archives are laid, to be published together.
  let folder: String

  struct Packed {
    var product: ArchivedProduct
    var artifacts: [Artifact]
    /// Which of the bot's stand in it.
    var secrets: [String] = []
  }

  /// "tool-1a2b3c4d"
  static func name(_ product: String, _ commit: Commit?) -> String {
    let safe = Attachments.harmless(product)
    // What begins with a dash is taken for an option.
    let plain = safe.hasPrefix("-") ? "_" + safe.dropFirst() : safe
    guard let commit else { return plain + "-uncommitted" }
    return "\(plain)-\(commit.id.short)" + (commit.changes ? "-changed" : "")
  }

  func pack(_ product: String, in bin: String) throws -> Packed {
    let stage = workbench.folder.scratch + "/archive-stage"
    defer { FileTree.remove(stage) }
    let name = free(Self.name(product, report.commit))
    let top = "\(stage)/\(name)"
    do {
      for made in [folder, top] { try makeFolder(made) }
      let program = Attachments.harmless(product)
      let symbols = try strip(
        "\(bin)/\(product)", as: "\(top)/\(program)", symbols: "\(folder)/\(name).debug")
      for bundle in ArchiveBuild.bundles(in: bin) {
        try FileManager.default.copyItem(atPath: "\(bin)/\(bundle)", toPath: "\(top)/\(bundle)")
      }
      let manifest = program == ArchiveManifest.file ? "bothy-" + ArchiveManifest.file : ArchiveManifest.file
      try publish(ArchiveManifest(product, report).bytes, as: "\(top)/\(manifest)")
      var packed = Packed(
        product: ArchivedProduct(product: product, path: "", bytes: 0, sha256: ""), artifacts: [])
      let laid = [top] + (symbols.areTaken ? ["\(folder)/\(name).debug"] : [])
      packed.secrets = try SecretSearch(workbench.secrets).found(in: laid)
      guard packed.secrets.isEmpty else { return packed }
      let file = try tar(name, in: stage)
      let archive = try artifact(file)
      (packed.product.path, packed.product.bytes) = (archive.path, archive.bytes)
      packed.product.sha256 = archive.sha256
      packed.product.earlier = workbench.order.archived?.size(of: product)
      packed.artifacts = [archive]
      switch symbols {
      case .unstripped(let why): packed.product.unstripped = why
      case .taken:
        let debug = try artifact(name + ".debug")
        packed.product.symbols = debug.path
        packed.artifacts.append(debug)
      }
      return packed
    } catch let stop as PhaseStop {
      throw stop
    } catch {
      var told = Explanation(error, doing: "packing \(product)")
      if FreeSpace(at: folder).map({ $0.bytes < 1 << 20 }) ?? false {
        told.advice = "make room on the disk of the state directory, then run it again"
      }
      throw told
    }
  }

  /// Two products may differ in what no file's name can hold.
  private func free(_ name: String) -> String {
    let taken = Set((try? FileTree.entries(of: folder)) ?? [])
    let names = [name] + (2...).lazy.prefix(taken.count + 1).map { "\(name)-\($0)" }
    return names.first { name in !["\(name).tar.zst", "\(name).tar.gz"].contains(where: taken.contains) }
      ?? name
  }

  private func artifact(_ file: String) throws -> Artifact {
    let (sha256, bytes) = try SHA256.hex(ofFile: "\(folder)/\(file)")
    return Artifact(name: file, path: "archive/\(file)", bytes: bytes, sha256: sha256)
  }

  // MARK: - tar

  /// Sorted, of nobody, as old as the commit: nothing in it tells when or where it was packed.
  static func tarArguments(_ name: String, date: Date?, file: String, compressor: String) -> [String] {
    [
      "--create", "--file", file, "--use-compress-program", compressor, "--format", "gnu", "--sort", "name",
      "--owner", "0", "--group", "0", "--numeric-owner", "--mode", "u+rwX,go+rX,go-w", "--hard-dereference",
      "--mtime", "@\(max(0, Int(date?.timeIntervalSince1970 ?? 0)))", "--", name,
    ]
  }

  private func tar(_ name: String, in stage: String) throws -> String {
    let environment = workbench.environment()
    guard let program = ProgramSearch.find("tar", environment: environment) else {
      throw Explanation(doing: "packing \(name)", wrong: "there is no tar", advice: "apt-get install -y tar")
    }
    let hasZstd = ProgramSearch.find("zstd", environment: environment) != nil
    let file = name + (hasZstd ? ".tar.zst" : ".tar.gz")
    let words = Self.tarArguments(
      name, date: report.commit?.date, file: "\(folder)/\(file)",
      compressor: hasZstd ? "zstd -q -9 -T1" : "gzip -n")
    workbench.log.write(line: "$ " + ShellWord.line(["tar"] + words))
    try ask(program, words, in: stage, doing: "packing \(name)")
    return file
  }

  // MARK: - Symbols

  private enum Symbols {
    case taken
    case unstripped(String)

    var areTaken: Bool { if case .taken = self { true } else { false } }
  }

  /// The compiler's own tool before that of the system, which may be too old for what it wrote.
  private var objcopy: String? {
    ProgramSearch.executable(toolchain.realFolder + "/llvm-objcopy")
      ?? ["objcopy", "llvm-objcopy"].lazy.compactMap {
        ProgramSearch.find($0, environment: workbench.environment())
      }.first
  }

  private func strip(_ program: String, as stripped: String, symbols: String) throws -> Symbols {
    guard let objcopy else {
      try FileManager.default.copyItem(atPath: program, toPath: stripped)
      return .unstripped("there is no objcopy")
    }
    do {
      try ask(objcopy, ["--only-keep-debug", program, symbols], in: folder, doing: "taking out symbols")
      try ask(
        objcopy, ["--strip-all", "--add-gnu-debuglink=\(symbols)", program, stripped], in: folder,
        doing: "taking out symbols")
      guard FileFacts(stripped) != nil, FileFacts(symbols) != nil else {
        return try asItIs("objcopy left nothing")
      }
      // Not every tool keeps who may execute it.
      for (file, mode) in [(stripped, 0o755), (symbols, 0o644)] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      }
      return .taken
    } catch let error as Explanation {
      return try asItIs(error.wrong)
    }

    func asItIs(_ why: String) throws -> Symbols {
      for half in [stripped, symbols] { FileTree.remove(half) }
      try FileManager.default.copyItem(atPath: program, toPath: stripped)
      return .unstripped(why)
    }
  }

  private func ask(_ program: String, _ arguments: [String], in folder: String, doing: String) throws {
    let (end, said) = try workbench.ask(program, arguments, in: folder)
    switch end.stopped {
    case .silence, .time: throw PhaseStop.limit(workbench.limitWords(end.stopped))
    case .canceled, .asked, nil: break
    }
    guard end.ending != .exited(0) else { return }
    let name = (program as NSString).lastPathComponent
    let words = said.errorText.split(separator: "\n").first.map { ": \($0)" } ?? ""
    workbench.log.write(line: said.errorText)
    throw Explanation(
      doing: doing, wrong: "\(name) ended with \(end.ending.words)\(words)",
      advice: "see what it said, and whether there is room on the disk")
  }
}

/// What the archive says of itself: nothing that differs from one integration of a commit to the next.
struct ArchiveManifest: Codable, Equatable {
  static let file = "manifest.json"

  var product: String
  var configuration = Configuration.release
  var bot: BotID
  var commit: String?
  /// Of the commit.
  var date: String?
  /// What was built differs from the commit.
  var changes: Bool
  var toolchain: String

  init(_ product: String, _ report: Report) {
    (self.product, bot, toolchain) = (product, report.bot, report.toolchain)
    (commit, changes) = (report.commit?.id.rawValue, report.commit?.changes ?? false)
    date = report.commit.map { $0.date.formatted(.iso8601) }
  }

  var bytes: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
  }
}
