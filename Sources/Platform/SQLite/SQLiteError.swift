import CSQLite
public import Explaining
import Glibc

/// What SQLite answered, in the words it had for it when it answered.
public struct SQLiteError: Explained, Equatable, Sendable {
  public enum Kind: String, Sendable {
    case full, readOnly, corrupt, notADatabase, cannotOpen, busy, constraint, inputOutput, other
  }

  public let kind: Kind
  /// The extended result code.
  public let code: Int32
  public let doing: String
  public let wrong: String
  public var advice: String { kind.advice }

  init(code: Int32, systemError: Int32, sentence: String, doing: String) {
    (self.code, self.doing) = (code, doing)
    kind = Kind(code: code, systemError: systemError)
    // For an operation that failed below it SQLite only says "disk I/O error"; the system knows why.
    let tellsSystem = (kind == .full || kind == .readOnly || kind == .cannotOpen || kind == .inputOutput)
    if tellsSystem, systemError != 0 {
      wrong = "\(sentence) (\(String(cString: strerror(systemError))))"
    } else {
      wrong = sentence
    }
  }
}

extension SQLiteError.Kind {
  init(code: Int32, systemError: Int32) {
    let byCode = Self(primary: code & 0xff)
    guard byCode == .cannotOpen || byCode == .inputOutput else {
      self = byCode
      return
    }
    switch systemError {
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = byCode
    }
  }

  private init(primary: Int32) {
    switch primary {
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_CANTOPEN: self = .cannotOpen
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_IOERR: self = .inputOutput
    default: self = .other
    }
  }

  var advice: String {
    switch self {
    case .full: "make room on that disk and try again"
    case .readOnly: "make the file and its folder writable, or use another folder"
    case .corrupt, .notADatabase: "put the file aside, or bring it back from a backup"
    case .cannotOpen: "see that the file and its folder exist and can be read"
    case .busy: "wait until the other program is done and try again"
    case .inputOutput: "see that the disk is well and try again"
    case .constraint, .other: "this is a mistake of Bothy's: please report it"
    }
  }
}
