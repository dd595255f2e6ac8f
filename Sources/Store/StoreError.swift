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
    /// Written by a newer Bothy.
    case newer
    /// Nothing is remembered here yet.
    case missing
    case unknownBot, unknownIntegration
    case other
  }

  public let kind: Kind
  public let doing: String
  public let wrong: String
  public let advice: String

  init(kind: Kind, doing: String, wrong: String, advice: String) {
    (self.kind, self.doing, self.wrong, self.advice) = (kind, doing, wrong, advice)
  }

  init(_ error: SQLiteError, doing: String, path: String) {
    self.doing = doing
    let another = "or use another folder with --state"
    switch error.kind {
    case .full:
      kind = .full
      wrong = "the disk that holds \(path) is full"
      advice = "make room on it, \(another)"
    case .readOnly:
      kind = .readOnly
      wrong = "\(path) cannot be written"
      advice = "make it and its folder writable, \(another)"
    case .corrupt, .notADatabase:
      kind = .corrupt
      wrong = "\(path) is damaged: \(error.wrong)"
      advice = "bring it back from a backup, put it aside to begin anew, \(another)"
    case .busy:
      kind = .busy
      wrong = "another Bothy is writing \(path)"
      advice = "try again when it is done"
    case .cannotOpen, .inputOutput, .constraint, .other:
      kind = .other
      wrong = "\(path): \(error.wrong)"
      advice = error.advice
    }
  }
}
