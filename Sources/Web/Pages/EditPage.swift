import HTTP
import Model
import Words

/// A bot's file in a text field. Without a script: each answer is the whole page, with what was typed.
struct EditPage {
  struct Conflict {
    /// What stands there now; nil: nothing does.
    var there: EditedFile?
  }

  struct Draft {
    /// Nil: a new one.
    var bot: BotID?
    /// What was typed as its id.
    var id: String
    var name: String
    var text: String
    var mark: String?
    var remarks: [FileRemark] = []
    /// Somebody asked whether it is as it should be.
    var isChecked = false
    /// Somebody wanted it saved, and it was not.
    var isRefused = false
    var conflict: Conflict?
    /// What was done just now.
    var said: String?
  }

  private let draft: Draft
  private let form: String?
  private let style: String?
  private let lines: [Substring]

  init(_ draft: Draft, _ asker: Asker, _ style: String?) {
    (self.draft, form, self.style) = (draft, asker.form, style)
    lines = draft.text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
  }

  func answer(_ status: Int = 200) -> HTTPAnswer {
    OwnPages.page(
      status, title: draft.bot.map { "Edit \($0)" } ?? "New bot", style: style,
      crumbs: draft.bot.map {
        [(SitePath(names: ["bots", $0.rawValue], isFolder: true).address, $0.rawValue)]
      }
        ?? [], content)
  }

  private var action: String {
    draft.bot.map { SitePath(names: ["bots", $0.rawValue, "edit"]).address } ?? "/new"
  }

  private var content: String {
    """
    \(said)\(conflict)\(remarks)<form method="post" action="\(action)" class="edit">
    \(hidden("form", form))\(hidden("mark", draft.mark))
    \(id)<div class="file"><h2><label for="text">\(Markup.escaped(draft.name))</label></h2>
    <p class="muted" id="text-hint">The settings of this bot.</p>
    \(editor)
    <p class="deeds"><button name="do" value="check">Check</button>
    <button name="do" value="save" class="main">\(saving)</button> <a href="\(back)">Leave it</a></p>
    </div>
    </form>
    """
  }

  private var saving: String { draft.conflict == nil ? "Save" : "Save mine all the same" }
  private var back: String {
    draft.bot.map { SitePath(names: ["bots", $0.rawValue], isFolder: true).address } ?? "/"
  }

  private func hidden(_ name: String, _ value: String?) -> String {
    value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\(Markup.escaped($0))\">" } ?? ""
  }

  // MARK: What is told first

  private var said: String {
    draft.said.map { "<p role=\"status\" class=\"told\">\(Markup.escaped($0))</p>\n" } ?? ""
  }

  private var conflict: String {
    guard let conflict = draft.conflict else { return "" }
    guard let there = conflict.there else {
      return "<p role=\"alert\">The file is gone: somebody removed it meanwhile. Nothing was saved; "
        + "<a href=\"/new\">a new bot</a> may have its id.</p>\n"
    }
    guard draft.bot != nil else {
      return "<p role=\"alert\">There is a bot \(Markup.escaped(draft.id)) already, in "
        + "\(Markup.escaped(there.name)): choose another id. Nothing was saved.</p>\n"
    }
    return """
      <section class="theirs" aria-labelledby="theirs"><p role="alert">\(FileAnswers.changed) What you wrote
      stands below, what stands there now here.</p>
      <h2 id="theirs">\(Markup.escaped(there.name)) as it is now</h2>
      \(differing(there.text))</section>

      """
  }

  /// With the lines marked that the other does not have.
  private func differing(_ text: String) -> String {
    let mine = Set(lines)
    let theirs = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let marked = theirs.map { line in
      mine.contains(line) ? Markup.escaped(String(line)) : "<mark>\(Markup.escaped(String(line)))</mark>"
    }
    return "<pre class=\"excerpt\" tabindex=\"0\">\(marked.joined(separator: "\n"))</pre>"
  }

  private static let mostRemarks = 50

  private var remarks: String {
    let mistakes = draft.remarks.count { !$0.isWarning }
    let warnings = draft.remarks.count - mistakes
    guard !draft.remarks.isEmpty else {
      return draft.isChecked ? "<p role=\"status\" class=\"told\">No mistake was found.</p>\n" : ""
    }
    let counts = [
      mistakes > 0 ? Figures.count(mistakes, "mistake") : nil,
      warnings > 0 ? Figures.count(warnings, "warning") : nil,
    ].compactMap(\.self).joined(separator: " and ")
    let end = draft.isRefused && draft.conflict == nil ? ": nothing was saved" : ""
    let sorted = draft.remarks.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }
    let items = sorted.prefix(Self.mostRemarks).map { item($0.element) }.joined()
    return "<section class=\"remarks\" aria-labelledby=\"remarks\"><h2 id=\"remarks\">"
      + "\(counts)\(end)</h2><ol>\n\(items)</ol></section>\n"
  }

  private func item(_ remark: FileRemark) -> String {
    let badge =
      remark.isWarning
      ? "<span class=\"badge warning\"><span aria-hidden=\"true\">▲</span> warning</span>"
      : "<span class=\"badge failed\"><span aria-hidden=\"true\">✕</span> mistake</span>"
    return "<li><p>\(badge) <span class=\"place\">\(remark.line):\(remark.column)</span> "
      + "\(Markup.escaped(remark.message))</p>\(excerpt(around: remark.line, remark.isWarning))</li>\n"
  }

  private func excerpt(around line: Int, _ isWarning: Bool) -> String {
    let shown = (line - 1...line + 1).filter { lines.indices.contains($0 - 1) }
    let rows = shown.map { number -> String in
      let text = "\(number)  " + Shown.line(String(lines[number - 1]), most: 200)
      return number == line
        ? "<mark\(isWarning ? " class=\"warning\"" : "")>\(Markup.escaped(text))</mark>"
        : Markup.escaped(text)
    }
    return rows.isEmpty ? "" : "<pre class=\"excerpt\">\(rows.joined(separator: "\n"))</pre>"
  }

  private var id: String {
    guard draft.bot == nil else { return "" }
    return "<div class=\"field\"><label for=\"id\">Id</label>"
      + "<input id=\"id\" name=\"id\" required maxlength=\"100\" autocomplete=\"off\" spellcheck=\"false\" "
      + "autocapitalize=\"none\" aria-describedby=\"id-hint\" value=\"\(Markup.escaped(draft.id))\">"
      + "<p class=\"muted\" id=\"id-hint\">Part of its addresses, and the name of its file: letters, "
      + "digits, <code>.</code>, <code>_</code> and <code>-</code>.</p></div>\n"
  }

  // MARK: The file

  /// Of more lines none has a number beside it.
  private static let mostNumbered = 1500
  /// Where some are added before it is checked again.
  private static let moreLines = 100

  private var editor: String {
    let rows = min(max(lines.count + 1, 12), Self.mostNumbered)
    // The first line end behind a tag is not part of what is in it.
    return "<div class=\"yaml\">\(numbers)<textarea id=\"text\" name=\"text\" rows=\"\(rows)\" wrap=\"off\" "
      + "spellcheck=\"false\" autocapitalize=\"none\" autocomplete=\"off\" aria-describedby=\"text-hint\">\n"
      + "\(Markup.escaped(draft.text))</textarea></div>"
  }

  private var numbers: String {
    guard lines.count <= Self.mostNumbered else { return "" }
    let wrong = Dictionary(grouping: draft.remarks, by: \.line)
    let rows = (1...lines.count + Self.moreLines).map { line -> String in
      guard let here = wrong[line] else { return "\(line)" }
      let isMistake = here.contains { !$0.isWarning }
      return "<b class=\"\(isMistake ? "failed" : "warning")\">\(isMistake ? "✕" : "▲") \(line)</b>"
    }
    return "<pre class=\"numbers\" aria-hidden=\"true\">\(rows.joined(separator: "\n"))</pre>"
  }
}
