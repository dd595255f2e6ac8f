public import Explaining
import SQLite

/// Why what is remembered could not be read or written.
public struct StoreError: Explained, Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// Something else stands where the state folder should be.
    case notAFolder
    case readOnly, full, corrupt, busy
    /// A database, but not Bothy's.
    case foreign
    /// Written by another version of Bothy.
    case newer, older
    /// Nothing is remembered here yet.
    case missing
    case unknownBot, unknownIntegration
    case other
  }

  public let kind: Kind
  public let doing: String
  public let wrong: String
  public let advice: String
}

extension StoreError {
  /// What is asked about is not there: that is wrong usage, as a name is that nothing has.
  public var status: Int32 { kind == .missing ? 2 : 5 }

  static let nothingThere =
    "`bothy watch` integrates what bot files name, `bothy run` a package; or name the right folder with "
    + "--state"

  init(_ error: SQLiteError, doing: String, path: String) {
    let another = "or use another folder with --state"
    let (kind, wrong, advice): (Kind, String, String) =
      switch error.kind {
      case .full: (.full, "the disk that holds \(path) is full", "make room on it, \(another)")
      case .readOnly: (.readOnly, "\(path) cannot be written", "make it and its folder writable, \(another)")
      case .corrupt, .notADatabase:
        (
          .corrupt, "\(path) is damaged: \(error.wrong)",
          "bring it back from a backup, put it aside to begin anew, \(another)"
        )
      case .busy: (.busy, "another Bothy is writing \(path)", "try again when it is done")
      case .cannotOpen, .inputOutput, .constraint, .other: (.other, "\(path): \(error.wrong)", error.advice)
      }
    self.init(kind: kind, doing: doing, wrong: wrong, advice: advice)
  }
}
