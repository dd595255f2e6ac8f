public import Model
import YAML

/// Reads bot files, as `bots/example.yaml` explains them.
public enum BotFile {
  /// More of a file need not be read: it is refused anyway.
  public static let byteLimit = Bounds.bytes

  public enum Outcome: Equatable, Sendable {
    /// Indirect, because a bot is much to copy, and a thousand are handed on.
    indirect case bot(Bot)
    /// All that is wrong, in the order of the file; never empty.
    case problems([Problem])
  }

  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var column: Int
    public var message: String

    public init(file: String, line: Int, column: Int, message: String) {
      (self.file, self.line, self.column, self.message) = (file, line, column, message)
    }

    public var description: String { "\(file):\(line):\(column): \(message)" }
  }

  /// `file` is what problems call the file; relative paths in it start at `folder`, where it lies.
  public static func read(_ bytes: [UInt8], id: BotID, file: String, folder: String) -> Outcome {
    Reader(folder: folder).read(bytes, id: id, file: file)
  }

  /// Reads the bot files of one folder, of which there may be a thousand.
  public struct Reader {
    private let section: Section<Bot>

    public init(folder: String) { section = Section.bot(folder: folder) }

    public func read(_ bytes: [UInt8], id: BotID, file: String) -> Outcome {
      BotFile.read(bytes, id: id, file: file, by: section)
    }
  }

  private static func read(
    _ bytes: [UInt8], id: BotID, file: String, by section: Section<Bot>
  ) -> Outcome {
    let document = YAML.parse(bytes)
    var findings = Findings(file: file, isWhole: document.isWhole)
    var bot = Bot(name: id.rawValue, repository: "")
    for mistake in document.mistakes { findings.add(mistake.message, at: mistake.place) }
    if let root = document.root {
      _ = section.read(root, into: &bot, &findings)
    } else if document.mistakes.isEmpty {
      findings.add("the file is empty: it needs at least `repository:`", at: Place(line: 1, column: 1))
    }
    bot.mark(findings.written, as: .botFile)
    return findings.problems.isEmpty ? .bot(bot) : .problems(findings.sorted)
  }

  /// Where the items of a list at the top level stand, by what they say.
  public static func places(of key: String, in bytes: [UInt8]) -> [String: (line: Int, column: Int)] {
    guard case .mapping(let entries)? = YAML.parse(bytes).root?.content,
      case .sequence(let items)? = entries.first(where: { $0.key == key })?.value.content
    else { return [:] }
    let places = items.compactMap { item -> (String, (line: Int, column: Int))? in
      guard case .scalar(let scalar) = item.content else { return nil }
      return (scalar.text, (item.place.line, item.place.column))
    }
    return Dictionary(places) { first, _ in first }
  }

  /// Where what stands below these keys, and numbers of items from 0, is written, or the nearest above that
  /// is there; at the key, where the value begins on another line. Nil where not even the first is there.
  public static func place(of path: [String], in bytes: [UInt8]) -> (line: Int, column: Int)? {
    guard var node = YAML.parse(bytes).root else { return nil }
    var place: Place?
    for step in path {
      switch node.content {
      case .mapping(let entries):
        guard let entry = entries.first(where: { $0.key == step }) else {
          return place.map { ($0.line, $0.column) }
        }
        let isBelow = entry.value.place.line != entry.keyPlace.line
        (node, place) = (entry.value, isBelow ? entry.keyPlace : entry.value.place)
      case .sequence(let items):
        guard let index = Int(step), items.indices.contains(index) else {
          return place.map { ($0.line, $0.column) }
        }
        (node, place) = (items[index], items[index].place)
      case .scalar, .refused: return place.map { ($0.line, $0.column) }
      }
    }
    return place.map { ($0.line, $0.column) }
  }

  /// A key that may stand in a bot file, for help and for writing a new one.
  public struct Key: Equatable, Sendable {
    /// `schedule.every`; a trigger's keys are `triggers[].email.to`.
    public var path: String
    /// What it takes, in words.
    public var takes: String
    /// A value as it would be written.
    public var example: String
    public var explanation: String
    public var isRequired: Bool
  }

  /// Every key once, in the order of `bots/example.yaml`.
  public static var keys: [Key] { Section.bot(folder: "/").keys(below: "") }
}
