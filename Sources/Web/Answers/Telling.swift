public import Model

/// What somebody wants told as a command of the same name tells it.
public struct Telling: Equatable, Sendable {
  public enum What: String, CaseIterable, Sendable { case bots, show, history, tests, issues, silences }
  public enum Form: String, CaseIterable, Sendable { case json, text, csv, markdown }

  public var what: What
  /// Nil: of all of them.
  public var bot: BotID?
  /// Nil: the latest.
  public var number: IntegrationNumber?
  public var form = Form.json
  /// One test of it.
  public var test: String?
  /// How words are to be laid out, where they are for a terminal.
  public var width = 80
  public var hasColors = false
  public var isASCII = false
  /// With what earlier integrations told already.
  public var isFull = false
  /// How addresses of pages begin for who asks; with a slash at its end.
  public var base = "/"

  public init(_ what: What, _ bot: BotID? = nil, _ number: IntegrationNumber? = nil) {
    (self.what, self.bot, self.number) = (what, bot, number)
  }

  /// The forms in which it can be told, the usual one first.
  public static func forms(of what: What) -> [Form] {
    switch what {
    case .bots, .tests, .issues: [.json, .text]
    case .show: [.json, .text, .markdown]
    case .history: [.json, .text, .csv]
    case .silences: [.text]
    }
  }

  private static let widths = 40...400

  /// With what the address says behind its `?`: `as`, `width`, `colors`, `ascii`, `full`, `test`.
  mutating func take(query: [UInt8]?) throws(Refusal) {
    let forms = Self.forms(of: what)
    form = forms[0]
    for pair in (query ?? []).split(separator: UInt8(ascii: "&")) {
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = SentFields.decoded(halves[0]),
        let value = SentFields.decoded(halves.count > 1 ? halves[1] : [])
      else { throw Refusal(400, "What follows the ? of that address is not understood.") }
      switch name {
      case "as":
        guard let known = Form(rawValue: value), forms.contains(known) else {
          let list = forms.map(\.rawValue).joined(separator: ", ")
          throw Refusal(400, "It is not told as `\(value)`, but as \(list).")
        }
        form = known
      case "width":
        guard let number = Int(value) else { throw Refusal(400, "`\(value)` is no width.") }
        width = min(max(number, Self.widths.lowerBound), Self.widths.upperBound)
      case "colors": hasColors = true
      case "ascii": isASCII = true
      case "full" where what == .show: isFull = true
      case "test" where what == .tests && !value.isEmpty: test = value
      // What somebody's tools add to an address means nothing here.
      default: break
      }
    }
  }

  /// Whether the address asks for another form than the usual.
  static func isAsked(_ query: [UInt8]?) -> Bool {
    (query ?? []).split(separator: UInt8(ascii: "&")).contains { $0.starts(with: "as=".utf8) }
  }

  var type: String {
    switch form {
    case .json: "application/json"
    case .text: "text/plain; charset=utf-8"
    case .csv: "text/csv; charset=utf-8"
    case .markdown: "text/markdown; charset=utf-8"
    }
  }
}

/// What a command of the same name would have printed, and ended with.
public struct ToldWords: Sendable {
  public var bytes: [UInt8]
  public var status: Int32

  public init(bytes: [UInt8], status: Int32) { (self.bytes, self.status) = (bytes, status) }
}

/// The log of an integration, which may still grow.
public struct ToldLog: Sendable {
  public var number: IntegrationNumber
  /// The folder in which it is, as `log.txt`.
  public var folder: String
  public var isGrowing: Bool

  public init(number: IntegrationNumber, folder: String, isGrowing: Bool) {
    (self.number, self.folder, self.isGrowing) = (number, folder, isGrowing)
  }
}
