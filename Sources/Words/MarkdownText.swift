/// Text of others in Markdown, so that no forge reads anything into it: what might be a mark, a mention, a
/// link or a number of something stands as code, in which GitHub, GitLab and Gitea look for nothing.
public enum MarkdownText {
  /// One line as code, however many backticks are in it.
  public static func code(_ text: String, most: Int = 200) -> String {
    let line = Shown.line(cut(joined(text), to: most))
    var longest = 0
    var run = 0
    for character in line.utf8 {
      run = character == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // One blank at both ends is taken off again.
    let isBare = line.utf8.first != UInt8(ascii: "`") && line.utf8.last != UInt8(ascii: "`")
    let blank = isBare ? "" : " "
    return line.isEmpty ? "` `" : fence + blank + line + blank + fence
  }

  /// A sentence: plain words stay words, everything else becomes code.
  public static func sentence(_ text: String, most: Int = 600) -> String {
    var parts: [String] = []
    var held: [Substring] = []
    func release() {
      guard !held.isEmpty else { return }
      let (lead, words, ending) = parted(held.joined(separator: " "))
      // What stands between two backticks is code as it is.
      let isQuoted = words.count { $0 == "`" } == 2 && words.first == "`" && words.last == "`"
      let bare = isQuoted && words.count > 2 ? String(words.dropFirst().dropLast()) : words
      parts.append(lead + code(bare, most: most) + ending)
      held = []
    }
    let words = cut(joined(text), to: most).split(separator: " ")
    for (place, word) in words.enumerated() {
      if isPlain(word), !isQuoted(at: place, in: words, since: place - held.count) {
        release()
        parts.append(String(word))
      } else {
        held.append(word)
      }
    }
    release()
    return parts.joined(separator: " ")
  }

  /// Between two backticks, as names with blanks stand: such a name is one piece of code.
  private static func isQuoted(at place: Int, in words: [Substring], since begin: Int) -> Bool {
    let isOpen = !words[begin..<place].joined().count { $0 == "`" }.isMultiple(of: 2)
    return isOpen && words[place...].contains { $0.contains("`") }
  }

  /// A full stop behind what is code is no part of it, and no more are a bracket or quotes around it.
  private static func parted(_ text: String) -> (lead: String, words: String, ending: String) {
    var (lead, words, ending) = ("", text[...], "")
    func depth() -> Int { words.count { $0 == "(" } - words.count { $0 == ")" } }
    while words.count > 1, let first = words.first, let last = words.last {
      if ".,;:”".contains(last) || (last == ")" && depth() < 0) {
        ending = String(words.removeLast()) + ending
      } else if first == "(", last == ")", words.count > 2, isOnePair(words) {
        lead.append(words.removeFirst())
        ending = String(words.removeLast()) + ending
      } else if first == "“" || first == "(" && depth() > 0 {
        lead.append(words.removeFirst())
      } else {
        break
      }
    }
    return (lead, String(words), ending)
  }

  /// The bracket that it begins with is closed by that at its end.
  private static func isOnePair(_ text: Substring) -> Bool {
    var depth = 0
    for character in text.dropLast() {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth == 0 { return false }
    }
    return depth == 1
  }

  private static func joined(_ text: String) -> String {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
  }

  private static func cut(_ text: String, to most: Int) -> String {
    text.unicodeScalars.count > most ? String(text.unicodeScalars.prefix(most)) + "…" : text
  }

  /// Letters, digits, and what ends a word or stands between two digits. `%` alone is a unit.
  private static func isPlain(_ word: Substring) -> Bool {
    if word == "%" || word == "–" { return true }
    var rest = word[...]
    if rest.first == "(" { rest = rest.dropFirst() }
    if rest.first == "“" { rest = rest.dropFirst() }
    while let last = rest.last, ".,;:)?…”".contains(last) { rest = rest.dropLast() }
    guard let first = rest.first, isWord(first) else { return false }
    var before = first
    let scalars = Array(rest.dropFirst())
    for (place, character) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      let isInside = isWord(before) && next.map(isWord) ?? false
      let isBetweenDigits = before.isNumber && next?.isNumber ?? false
      guard
        isWord(character) || ("-'–".contains(character) && isInside)
          || (".,".contains(character) && isBetweenDigits)
      else { return false }
      before = character
    }
    return true
  }

  private static func isWord(_ character: Character) -> Bool {
    // Behind a letter that draws in what follows any sign may stand.
    character.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      let isMark = properties.isGraphemeExtend || properties.generalCategory == .spacingMark
      return (properties.isAlphabetic || properties.numericType != nil || isMark)
        && !UnseenCharacter.isOne(scalar)
    } && (character.isLetter || character.isNumber)
  }
}
