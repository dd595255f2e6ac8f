import Foundation
import Model
import Words

/// What became of one test in each integration that is kept, newest first.
struct StoryText {
  let story: TestStory
  /// Where its page is, where it has one.
  let page: String?
  let paragraphs: Paragraphs

  private static let mostCauses = 20
  private static let mostLines = 8

  private var palette: Palette { paragraphs.palette }
  private var test: KnownTest { story.test }

  var lines: [String] {
    head + facts + branches + causes + measured + outcomes
      + (page.map { [""] + paragraphs.row("Page", SafeText.line($0)) } ?? [])
  }

  private var head: [String] {
    let newest = story.whole.first.map { entry in
      "  \(palette.badge(palette.status(of: entry.outcome))) in \(entry.integration)" + place(of: entry)
    }
    return [palette.paint(SafeText.line(test.sentence), .bold) + (newest ?? "")]
      + [test.path.joined(separator: " › "), test.id.rawValue].map(SafeText.line)
      + ["", SafeText.line(story.sentence)]
  }

  private func place(of entry: TestStory.Entry) -> String {
    entry.branch.map { " on " + SafeText.line($0.rawValue) } ?? ""
  }

  private var facts: [String] {
    let first = test.first.map { "in \($0.integration), \(Moment.local($0.started))" } ?? ""
    let former = story.formerNames.map { name in
      let last = "\(name.last)\(of(name.branch))"
      let until =
        name.otherwiseOn.map { "in \(last), before \(SafeText.line($0.rawValue)) called it otherwise" }
        ?? "until \(last)"
      return "\(SafeText.line(name.id.rawValue)), \(until)"
    }
    let next =
      story.nextName.map { "\(SafeText.line($0.id.rawValue)), since \($0.from)\(of($0.branch))" } ?? ""
    let gone = story.nextGone.map { ", gone since \($0)" }
    let took = story.durations.map { last, seconds, median in
      "\(Figures.duration(seconds)) in \(last.integration), \(TestStory.words(seconds, of: median))"
    }
    return paragraphs.row("First seen", first)
      + former.enumerated().flatMap { paragraphs.row($0.offset == 0 ? "Formerly" : "", $0.element) }
      + paragraphs.row(gone == nil ? "Called now" : "Called later", next + (gone ?? ""))
      + story.nextElsewhere.flatMap {
        paragraphs.row("", "\(SafeText.line($0.id.rawValue)), since \($0.from)\(of($0.branch))")
      }
      + self.gone.enumerated().flatMap { paragraphs.row($0.offset == 0 ? "Gone" : "", $0.element) }
      + absences.enumerated().flatMap { paragraphs.row($0.offset == 0 ? "Was gone" : "", $0.element) }
      + paragraphs.row("Place", Place(prefix: "").text(test.file?.rawValue, test.line) ?? "")
      + paragraphs.row("Took", [took, story.untimedWords].compactMap { $0 }.joined(separator: "; "))
  }

  private var gone: [String] { story.gone.map(words) }

  private static let mostAbsences = 5

  private var absences: [String] {
    let left = story.absences.count - Self.mostAbsences
    return story.absences.prefix(Self.mostAbsences).map(words)
      + (left > 0 ? ["and \(Figures.count(left, "more time"))"] : [])
  }

  private func words(_ gone: TestStory.Gone) -> String {
    let branch = gone.branch.map { "on \(SafeText.line($0.rawValue)) " } ?? ""
    let until = gone.until.map { ", there again in \($0)" } ?? ""
    return branch + "since \(gone.since)" + (gone.commit.map { ", commit \($0.short)" } ?? "") + until
  }

  private func of(_ branch: BranchName?) -> String {
    branch.map { " of \(SafeText.line($0.rawValue))" } ?? ""
  }

  /// A sign each, the newest first.
  private var branches: [String] {
    let branches = story.branches
    guard branches.count > 1 else { return [] }
    let names = branches.map { SafeText.line($0.name?.rawValue ?? "–") }
    let width = names.map(Columns.width).max() ?? 0
    return paragraphs.heading("By branch, newest first")
      + zip(names, branches).map { name, branch in
        let signs = branch.entries.map { palette.status(of: $0.outcome).glyph }.joined()
        return paragraphs.cut("  \(Columns.padded(name, to: width))  \(signs)")
      }
  }

  private var causes: [String] {
    guard !story.causes.isEmpty else { return [] }
    let left = story.causes.count - Self.mostCauses
    return paragraphs.heading("What was told of it")
      + story.causes.prefix(Self.mostCauses).flatMap { cause in
        let when =
          cause.first == cause.last
          ? "once, in \(cause.last)" : "\(cause.times), from \(cause.first) to \(cause.last)"
        let place = Place(prefix: "").text(cause.message.file?.rawValue, cause.message.line)
        return ["  \(when)"]
          + paragraphs.message(cause.message.text, at: place, indent: 4, most: Self.mostLines)
      } + (left > 0 ? ["  \(palette.ellipsis) and \(Figures.count(left, "more message"))"] : [])
  }

  private var measured: [String] {
    guard !story.series.isEmpty else { return [] }
    return paragraphs.heading("What it measured")
      + story.series.flatMap { series -> [String] in
        let newest = series.points.first.map { "\($0.figure) \($0.deviation) in \($0.integration)" } ?? ""
        let text = [newest, series.changeWords ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return paragraphs.broken("\(SafeText.line(series.metric)): \(text)", first: "  ", indent: 2)
      }
  }

  private var outcomes: [String] {
    guard !story.entries.isEmpty else { return [] }
    let rows = story.entries.map { entry in
      [
        "\(entry.integration)", SafeText.line(entry.branch?.rawValue ?? "–"),
        entry.commit.map { $0.short + (entry.changes ? " + changes" : "") } ?? "–",
        entry.seconds.map(Figures.duration) ?? "–", Moment.local(entry.started),
      ]
    }
    let widths = (0..<5).map { column in rows.map { Columns.width($0[column]) }.max() ?? 0 }
    let isCut = story.entries.count >= TestStory.most
    let those = isCut ? "In each of the newest \(TestStory.most) integrations" : "In each integration"
    return paragraphs.heading(those)
      + zip(story.entries, rows).map { entry, row in
        let badge = palette.badge(palette.status(of: entry.outcome), padded: 18)
        let cells = zip(row, widths).map { Columns.padded($0, to: $1) }
        let former = entry.past.formerly.map { "as \($0.rawValue)" }
        let limited = entry.isLimited ? "limited" : nil
        let words = [limited, former, entry.messages.first?.firstLine ?? entry.subject].compactMap(\.self)
        let line = (cells + [SafeText.line(words.joined(separator: ", "))]).joined(separator: "  ")
        let room = paragraphs.width.map { max(10, $0 - 22) }
        let cut = room.map { Columns.truncated(line, to: $0, ellipsis: palette.ellipsis) } ?? line
        return "  \(badge)  " + cut.trimmedEnd
      }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
