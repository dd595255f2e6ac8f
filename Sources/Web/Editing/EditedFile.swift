import Files
public import Model

/// A bot's file, as it is edited over HTTP.
public struct EditedFile: Equatable, Sendable {
  /// In the folder of the bot files.
  public var name: String
  public var text: String

  public init(name: String, text: String) { (self.name, self.text) = (name, text) }

  /// Of what is in it: by it is known whether it is another meanwhile.
  public var mark: String { String(SHA256.hex(Array(text.utf8)).prefix(32)) }

  /// More is edited on the machine itself.
  public static let mostBytes = 200_000
}

/// What `bothy check` says of a line.
public struct FileRemark: Equatable, Sendable {
  public var line: Int
  public var column: Int
  public var message: String
  /// It is no mistake of the file.
  public var isWarning: Bool

  public init(line: Int, column: Int, message: String, isWarning: Bool = false) {
    (self.line, self.column, self.message, self.isWarning) = (line, column, message, isWarning)
  }
}

/// Where the files of bots lie, and what is known of what stands in them.
public struct EditSources: Sendable {
  public enum SaveEnd: Equatable, Sendable {
    /// Nil: there was none before.
    case saved(EditedFile, backup: String?)
    /// It is another than was meant; nil: it is gone.
    case changed(EditedFile?)
  }

  /// Nil where there is none.
  public var read: @Sendable (BotID) throws -> EditedFile?
  /// Of a text that is to be the file of that bot.
  public var remarks: @Sendable (BotID, String) -> [FileRemark]
  /// - Parameter over: the mark of what it takes the place of; nil: of nothing.
  public var save: @Sendable (_ bot: BotID, _ text: String, _ over: String?) throws -> SaveEnd
  /// What a new file begins with.
  public var blank: String

  public init(
    read: @escaping @Sendable (BotID) throws -> EditedFile?,
    remarks: @escaping @Sendable (BotID, String) -> [FileRemark],
    save: @escaping @Sendable (BotID, String, String?) throws -> SaveEnd, blank: String
  ) {
    (self.read, self.remarks, self.save, self.blank) = (read, remarks, save, blank)
  }
}
