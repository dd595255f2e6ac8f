import Model
import Words

/// A mail whose template cannot be filled: what must reach its reader all the same, without a layout.
public struct PlainMail: Sendable {
  /// In sentences or names, one a line.
  public var told: [String]
  /// Why this reader gets it, in a sentence.
  public var why: String
  /// Where the page is; nil where that is not known.
  public var address: String?
  public var wrong: String

  private static let mostNames = 20

  public init(told: [String], why: String, address: String?, wrong: String) {
    (self.told, self.why, self.address, self.wrong) = (told, why, address, wrong)
  }

  /// The outcome, and what the mail is sent for.
  public static func told(of view: MailView) -> [String] {
    let news = view.news
    let names = news.prefix(mostNames).map { "- " + ($0.test?.rawValue ?? $0.message) }
    let left = news.count > mostNames ? ["- and \(Figures.grouped(news.count - mostNames)) more"] : []
    return [view.headline] + names + left
  }

  private var lines: [String] {
    let paragraphs = [
      told, [address].compactMap(\.self), ["You receive this because \(why)."],
      ["This mail has no layout, because its template could not be filled: \(wrong.ended)"],
    ]
    return paragraphs.filter { !$0.isEmpty }.joined(separator: [""])
      .flatMap { MailView.broken(Shown.line($0, most: 2000), to: MailView.columns) }
  }

  public var plain: String { lines.joined(separator: "\n") + "\n" }
  public var html: String {
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><pre>\(Markup.escaped(plain))</pre></html>\n"
  }
}
