import Model
import Words

/// A log as markup: its phases, its colours, and its errors and warnings in elements of their own.
enum LogMarkup {
  /// Lines one after the other.
  struct Part: Equatable {
    var markup = ""
    var count = 0
    /// They tell of tests that began and passed, and there are many.
    var isFolded = false
  }

  struct Section {
    /// The phase's name; empty for what stands before the first.
    var name: String
    private(set) var parts: [Part] = []
    var errors = 0
    var warnings = 0
    private var blank = ""
    /// Calm lines that may be folded away.
    private var calm: [(line: String, text: String)] = []

    fileprivate init(name: String) { self.name = name }

    var markup: String { parts.map(\.markup).joined() }

    /// Blank lines at the end say nothing.
    fileprivate mutating func add(_ line: String, isBlank: Bool) {
      settle()
      if isBlank {
        blank += line
      } else {
        put(blank + line, 1)
        blank = ""
      }
    }

    fileprivate mutating func add(calm line: String, of text: String) {
      if !blank.isEmpty {
        put(blank, 0)
        blank = ""
      }
      calm.append((line, text))
    }

    /// What stands behind calm lines is none of them.
    fileprivate mutating func settle() {
      var folded = calm.count
      while folded > 0, CalmLines.begins(calm[folded - 1].text) { folded -= 1 }
      if folded < CalmLines.least { folded = 0 }
      if folded > 0 {
        parts.append(Part(markup: calm[..<folded].map(\.line).joined(), count: folded, isFolded: true))
      }
      if folded < calm.count { put(calm[folded...].map(\.line).joined(), calm.count - folded) }
      calm = []
    }

    private mutating func put(_ lines: String, _ count: Int) {
      if parts.last?.isFolded ?? true { parts.append(Part()) }
      parts[parts.count - 1].markup += lines
      parts[parts.count - 1].count += count
    }
  }

  /// Each line is an element whose id is its number in the whole log. What is told again in the same words
  /// counts once: its first line says how often.
  static func sections(of lines: some Sequence<ShownLog.Line>, links: LogLinks = LogLinks()) -> [Section] {
    var sections = [Section(name: "")]
    var ink = Ink(links: links)
    var times: [String: Int] = [:]
    for line in lines where line.number != nil && line.phase == nil && Kind.of(line.text) != .plain {
      times[Shown.withoutColors(line.text), default: 0] += 1
    }
    var told: Set<String> = []
    var shownTime: String?
    for line in lines {
      let last = sections.count - 1
      guard let number = line.number else {
        sections[last].add("<span class=cut>\(plain(line.text))\n</span>", isBlank: false)
        continue
      }
      if let name = line.phase {
        sections[last].settle()
        shownTime = nil
        ink = Ink(links: links)
        sections.append(Section(name: name))
        continue
      }
      var kind = Kind.of(line.text)
      var count = ""
      if kind != .plain {
        let words = Shown.withoutColors(line.text)
        if !told.insert(words).inserted {
          kind = .again
        } else if let number = times[words], number > 1 {
          count = " <b class=times>\(Figures.grouped(number)) times</b>"
        }
      }
      switch kind {
      case .error: sections[last].errors += 1
      case .warning: sections[last].warnings += 1
      case .plain, .again: break
      }
      let markup = ink.markup(line.text) + (line.isCut ? " …" : "") + count
      let time = line.tenths.map(Self.time) ?? ""
      let mark = time == shownTime || time.isEmpty ? "" : " data-t=\"\(time)\""
      shownTime = time
      let element = "<span id=L\(number)\(mark)\(kind.rawValue)>\(markup)\n</span>"
      if kind == .plain, CalmLines.has(line.text) {
        sections[last].add(calm: element, of: line.text)
      } else {
        sections[last].add(element, isBlank: line.isBlank)
      }
    }
    sections[sections.count - 1].settle()
    return sections.filter { !$0.name.isEmpty || !$0.markup.isEmpty }
  }

  /// "12.3 s", "2:05.0"
  private static func time(_ tenths: Int) -> String {
    let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
    let seconds = "\(rest / 10).\(rest % 10)"
    return minutes > 0 ? "\(minutes):" + (rest < 100 ? "0" : "") + seconds : seconds + " s"
  }

  /// As a class of the line's element.
  private enum Kind: String {
    case plain = ""
    case warning = " class=lw"
    case error = " class=le"
    /// Told before.
    case again = " class=la"

    static func of(_ text: String) -> Kind {
      if text.holds("error: ") {
        if text.holds(": error: ") || text.hasPrefix("error: ") || text.holds("Fatal error: ") {
          return .error
        }
      }
      // Swift Testing's own sign.
      if text.hasPrefix("✘ "), text.holds(" recorded an issue") { return .error }
      return text.holds(": warning: ") || text.hasPrefix("warning: ") ? .warning : .plain
    }
  }

  /// The colour that is in force, kept from line to line.
  private struct Ink {
    let links: LogLinks
    private var color: Int?
    private var isBold = false

    init(links: LogLinks) { self.links = links }

    mutating func markup(_ text: String) -> String {
      guard text.utf8.contains(0x1B) || color != nil || isBold else { return plain(text) }
      return PaintedText.pieces(of: text).reduce(into: "") { html, piece in
        switch piece {
        case .text(let text): html += painted(plain(String(text)))
        case .paint(let numbers): apply(numbers)
        }
      }
    }

    /// With the places in it as links.
    private func plain(_ text: String) -> String {
      let parts = links.isEmpty || !text.holds(".swift:") ? [(text[...], nil)] : links.parts(of: text)
      return parts.map { part, href in
        let html = LogMarkup.plain(String(part))
        return href.map { "<a href=\"\($0)\">\(html)</a>" } ?? html
      }.joined()
    }

    private func painted(_ html: String) -> String {
      guard !html.isEmpty, color != nil || isBold else { return html }
      let classes = [color.map { "k\($0)" }, isBold ? "kb" : nil].compactMap { $0 }.joined(separator: " ")
      return "<span class=\"\(classes)\">\(html)</span>"
    }

    private mutating func apply(_ codes: Substring) {
      let numbers = codes.split(separator: ";").map { Int($0.prefix { $0 != ":" }) ?? 0 }
      if numbers.isEmpty { reset() }
      for number in numbers {
        switch number {
        case 0: reset()
        case 1: isBold = true
        case 22: isBold = false
        case 30...37: color = number - 30
        case 90...97: color = number - 90
        case 39: color = nil
        case 38, 48: return
        default: continue
        }
      }
    }

    private mutating func reset() {
      color = nil
      isBold = false
    }
  }

  private static func plain(_ text: String) -> String {
    var text = text
    while text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
    return Markup.escaped(Shown.lines(text))
  }
}
