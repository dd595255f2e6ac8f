import Words

/// An executable product that was packed.
public struct ArchivedProduct: Codable, Equatable, Sendable {
  /// An earlier archive of a product.
  public struct Earlier: Codable, Equatable, Sendable {
    /// The integration that made it.
    public var integration: IntegrationNumber
    /// Its size.
    public var bytes: Int

    public init(integration: IntegrationNumber, bytes: Int) {
      (self.integration, self.bytes) = (integration, bytes)
    }
  }

  /// Its name.
  public var product: String
  /// The path of its artifact.
  public var path: String
  /// The size of the artifact.
  public var bytes: Int
  /// The checksum of the artifact.
  public var sha256: String
  /// The artifact with its debug symbols.
  @Nullable public var symbols: String?
  /// Why the debug symbols are still in the product.
  @Nullable public var unstripped: String?
  /// The newest earlier integration of this branch that archived it.
  @Nullable public var earlier: Earlier?

  public init(product: String, path: String, bytes: Int, sha256: String) {
    (self.product, self.path, self.bytes, self.sha256) = (product, path, bytes, sha256)
  }
}

/// How large a product was as it was packed.
public struct ArchivedSize: Codable, Equatable, Sendable {
  public var product: String
  public var bytes: Int

  public init(product: String, bytes: Int) { (self.product, self.bytes) = (product, bytes) }
}

/// What an earlier integration archived.
public struct EarlierArchive: Codable, Equatable, Sendable {
  public var integration: IntegrationNumber
  public var products: [ArchivedSize]

  public init(integration: IntegrationNumber, products: [ArchivedSize]) {
    (self.integration, self.products) = (integration, products)
  }

  /// How large a product was in it.
  public func size(of product: String) -> ArchivedProduct.Earlier? {
    products.first { $0.product == product }.map {
      ArchivedProduct.Earlier(integration: integration, bytes: $0.bytes)
    }
  }
}

extension ArchivedProduct {
  /// "12 kB more than in #41", "as in #41".
  public var change: String? {
    guard let earlier else { return nil }
    let more = bytes - earlier.bytes
    guard more != 0 else { return "as in \(earlier.integration)" }
    return "\(Figures.bytes(abs(more))) \(more > 0 ? "more" : "less") than in \(earlier.integration)"
  }

  /// "tool: 1.2 MB, 12 kB more than in #41"
  public var words: String {
    ([product + ": " + Figures.bytes(bytes)] + [change].compactMap(\.self)).joined(separator: ", ")
  }
}

extension Report {
  /// What was archived, or why nothing was; empty where that was not asked for.
  public var archiveWords: String {
    guard archive.isEmpty else { return archive.map(\.words).joined(separator: "; ") }
    guard let phase = phases.first(where: { $0.name == .archive }), phase.status != .passed else { return "" }
    return phase.why ?? "none: the phase \(phase.status == .failed ? "failed" : "was ended")"
  }
}

/// Which products are archived.
public enum ArchivePlan: Equatable, Sendable {
  case products([String])
  /// There is nothing to archive.
  case none
  /// What was asked for is not there.
  case unknown(String)

  /// All executable products, or those that are asked for.
  public static func of(_ asked: [String], in package: PackageDescription) -> ArchivePlan {
    let known = package.products.filter(\.isExecutable).map(\.name).sorted()
    let missing = asked.filter { !known.contains($0) }
    if !missing.isEmpty {
      let one = missing.count == 1
      let names = missing.map { "`\($0)`" }.joined(separator: ", ")
      let there =
        known.isEmpty
        ? "the package has none"
        : "there \(known.count == 1 ? "is" : "are") "
          + known.map { "`\($0)`" }.joined(separator: ", ")
      return .unknown("there is no executable product \(one ? names : "called " + names): \(there)")
    }
    let chosen = asked.isEmpty ? known : known.filter(asked.contains)
    return chosen.isEmpty ? .none : .products(chosen)
  }
}

/// How the files of an archive are called: `tool-1a2b3c4d.tar.zst`, and its symbols `tool-1a2b3c4d.debug`.
public enum ArchiveName {
  public static let endings = [".tar.zst", ".tar.gz", ".debug"]

  /// Without the commit, for an address that stays: `tool.tar.zst`.
  public static func stable(_ file: String) -> String {
    guard let ending = endings.first(where: file.hasSuffix) else { return file }
    let stem = file.dropLast(ending.count)
    let named = /-([0-9a-f]{8}(-changed)?|uncommitted)(?<place>-[0-9]+)?$/
    guard let found = stem.firstMatch(of: named) else { return file }
    return stem[..<found.range.lowerBound] + (found.place ?? "") + ending
  }
}

/// What is said of an archive that there is not.
public enum ArchiveWords {
  public static let nothingToArchive = "no executable product to archive"

  /// What an error of it begins with: only an archive that is built again can find it mended.
  public static let lead = "archive: "
}

extension Judgement.Evidence {
  /// Why nothing may be archived; nil where all that was asked for is green until now.
  public var archiveObstacle: String? {
    guard !isLimited else { return "no build product: it was asked for less than its bot asks for" }
    let (result, reason) = Verdict.judge(self)
    switch result {
    case .succeeded, .warnings, .analyzerWarnings: return nil
    case .flaky where letsFlakyPass: return nil
    case .canceled, .checkoutError, .triggerError, .internalError, .buildErrors, .inconclusive,
      .testFailures, .flaky:
      return "no build product: \(Self.inner(reason))"
    }
  }

  /// As it goes on behind a colon; a name keeps its capital letter.
  private static func inner(_ sentence: String) -> String {
    let starts = ["The ", "It ", "There ", "No ", "None ", "Nothing "]
    guard starts.contains(where: sentence.hasPrefix) else { return sentence }
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
