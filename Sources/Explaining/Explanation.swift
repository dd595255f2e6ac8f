import Foundation

/// Any error in words: those that explain themselves as they do, those of Swift and Foundation in ours.
public struct Explanation: Explained, Codable, Equatable, Sendable {
  public var doing: String
  public var wrong: String
  public var advice: String
  public var status: Int32
  /// The advice names others than was asked for, of which not everybody may know; nil: it does not.
  public var namesOthers: Bool?

  public init(doing: String, wrong: String, advice: String, status: Int32 = 5, namesOthers: Bool? = nil) {
    self.doing = doing
    self.wrong = wrong
    self.advice = advice
    self.status = status
    self.namesOthers = namesOthers
  }

  /// For who may not know of all that is there.
  public var discreet: Explanation {
    guard namesOthers == true else { return self }
    var copy = self
    (copy.advice, copy.namesOthers) = ("", nil)
    return copy
  }

  /// `doing` is said where the error itself does not know.
  public init(_ error: any Error, doing: String = "carrying out the command") {
    switch error {
    case let error as Explanation: self = error
    case let error as any Explained:
      self.init(doing: error.doing, wrong: error.wrong, advice: error.advice, status: error.status)
    case is CancellationError:
      self.init(
        doing: doing, wrong: "it was ended before it was done", advice: "begin it again when it is wanted",
        status: 130)
    case let error as DecodingError:
      self.init(doing: doing, wrong: error.words, advice: "correct it, or let Bothy write it anew")
    case EncodingError.invalidValue(let value, let context):
      let place = context.codingPath.isEmpty ? "" : " for \(context.codingPath.place)"
      self.init(
        doing: doing, wrong: "`\(value)` cannot be written\(place)", advice: "give it a value that can be")
    default: self = Self(error as NSError, doing) ?? Self(unknown: error, doing)
    }
  }

  private init(unknown error: any Error, _ doing: String) {
    self.init(
      doing: doing, wrong: "an error came that has no words of its own (\(error))",
      advice: "this is a mistake in Bothy; please report it with what you did")
  }
}

// What the system and Foundation report.
extension Explanation {
  private init?(_ error: NSError, _ doing: String) {
    switch error.domain {
    case NSPOSIXErrorDomain:
      let code = Int32(truncatingIfNeeded: error.code)
      self.init(doing: doing, wrong: words(for: code), advice: Self.advice(code))
    case NSCocoaErrorDomain:
      let cause = error.userInfo[NSUnderlyingErrorKey].flatMap { $0 as? any Error }.map { $0 as NSError }
      let code = cause?.domain == NSPOSIXErrorDomain ? cause.map { Int32(truncatingIfNeeded: $0.code) } : nil
      self.init(
        doing: Self.act(error) ?? doing, wrong: code.map(words(for:)) ?? Self.complaint(error),
        advice: Self.advice(code ?? 0))
    default: return nil
    }
  }

  /// What was done to which file, when the error tells of one.
  private static func act(_ error: NSError) -> String? {
    guard let path = error.userInfo[NSFilePathErrorKey] as? String else { return nil }
    let kind = (error.userInfo["NSUserStringVariant"] as? [String])?.first
    let goal = (error.userInfo["NSDestinationFilePath"] as? String).map { " to \($0)" } ?? ""
    switch kind {
    case "Move": return "moving \(path)\(goal)"
    case "Copy": return "copying \(path)\(goal)"
    case "Link": return "linking \(path)\(goal)"
    case "Remove": return "removing \(path)"
    default: return (256..<512).contains(error.code) ? "reading \(path)" : "writing \(path)"
    }
  }

  private static func complaint(_ error: NSError) -> String {
    if let words = error.userInfo[NSDebugDescriptionErrorKey] as? String {
      return "it cannot be understood (\(words.trimmingCharacters(in: ["."])))"
    }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadCorruptFile, .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding:
      return "it is not text in UTF-8"
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: return "it is not permitted"
    case .fileWriteOutOfSpace: return "no space left on device"
    case .fileWriteFileExists: return "something stands there already"
    default:
      let words = error.localizedDescription.replacing("The operation could not be completed. ", with: "")
      return "it could not be done (\(words))"
    }
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "make room on that disk, then try again"
    case EACCES, EPERM: "give this user the right to it, or choose another place"
    case EROFS: "choose a place that can be written, for example with --state"
    case EMFILE, ENFILE: "raise the limit of open files (ulimit -n)"
    case ENOMEM: "end other programs, then try again"
    default: "see that it exists, can be read and is whole, then try again"
    }
  }
}
