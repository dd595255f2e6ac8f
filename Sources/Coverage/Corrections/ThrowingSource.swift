internal import Tokens

/// Where a source may throw, and what does not come then; by its tokens, in offsets.
struct ThrowingSource {
  /// A `try` that lets through what is thrown.
  struct Attempt {
    /// From behind the word to the end of what it is said of.
    var range: Range<Int>
    /// In brackets in there.
    var inner: [Range<Int>] = []
    /// What is thrown leaves all until there.
    var left: Int
    /// Behind the first property of those that throw, value of a task or of an `async let` in it.
    var silent: Int?
    /// Nothing comes behind it: its value is returned, or thrown.
    var isLast = false
    var awaits = false
    /// Behind what catches it and may leave: to the end of the function.
    var again: Range<Int>?
    /// Behind what catches it and goes on there: the compiler counts it twice, until the end of the function.
    var twice: Range<Int>?
    /// Where the bodies begin of what catches it so.
    var catches: [Int] = []
    /// Nothing comes behind it that its count could be told of, and it may be a call.
    var isLastCall = false
  }

  private(set) var attempts: [Attempt] = []
  /// Where bodies and cases begin that have a counter of their own.
  private(set) var counted: Set<Int> = []
  /// What each line begins with that has anything but what closes.
  private(set) var lines: [(line: Int, offset: Int)] = []

  private enum Kind { case function, caught, repeated, cases, control }

  private struct Brackets {
    var kind: Kind
    var start: Int
    /// What is thrown in it, by its place in the list.
    var attempts: [Int] = []
    /// Of a `catch` for some errors: what was thrown before it.
    var others: [Int] = []
    /// Of a `catch`: what it may catch, and whether it may go elsewhere than behind itself.
    var handled: [Int] = []
    var leaves = false
    /// What was caught so, by its place in the list and where that ended.
    var left: [Caught] = []
    /// Of an initializer that may give nothing.
    var mayFail = false
    /// The names of its `async let`s.
    var tasks: Set<String> = []
  }

  private struct Caught {
    var attempt: Int
    /// Of the body of the `catch`.
    var start: Int
    var end: Int
    /// Whoever caught it may go elsewhere.
    var leaves: Bool
  }

  /// An `async let` that goes on.
  private struct Declaring {
    var depth: Int
    var isName = true
  }

  private let names: Set<String>
  /// Tasks are made in it, or come from elsewhere.
  private let hasTasks: Bool
  private var declaring: Declaring?
  /// What may be a property of those that throw, where no call follows it.
  private var property = false
  private var open: [Brackets] = []
  /// What a keyword began whose brackets did not open yet.
  private var headers: [(word: String, depth: Int)] = []
  /// Those whose end is not there yet; what is returned or thrown itself is none.
  private var trying: [(attempt: Int?, depth: Int, brackets: Int)] = []
  private var closed: (brackets: Brackets, end: Int)?
  /// What was thrown in a `do` whose catches may let it through.
  private var caught: [Int] = []
  /// What was thrown in the `do` of a `catch` before.
  private var handled: [Int] = []
  private var left: [Caught] = []
  /// `init?` or `init!` was there, and no body yet.
  private var mayFail: Int?
  private var depth = 0
  private var conditions = 0
  private var isNewLine = true
  private var before = (word: "", last: UInt8(0), end: 0)

  private static let kinds: [String: Kind] = ["do": .caught, "repeat": .repeated, "switch": .cases]
  private static let control: Set<String> = [
    "if", "else", "for", "while", "switch", "guard", "do", "catch", "repeat", "defer",
  ]
  /// A line that begins or ends so goes on with the one before or behind.
  private static let beginning = Set(".?:&|+-*/=<>!%^~".utf8)
  private static let ending = Set(".:&|+-*/=<%^~".utf8)

  /// `names`: of properties that throw.
  init(_ source: [UInt8], names: Set<String> = []) {
    self.names = names
    hasTasks = source.holds("Task") || source.holds("task")
    var line = 1
    var last = 0
    for token in SourceTokens(source) {
      let here = line
      for index in token.range where source[index] == UInt8(ascii: "\n") { line += 1 }
      if token.kind == .newline { isNewLine = true }
      guard !token.kind.isBlank else { continue }
      if last != here, !"}])".utf8.contains(source[token.start]) { lines.append((here, token.start)) }
      last = here
      let isWord = token.kind == .keyword && before.last != UInt8(ascii: ".")
      read(token, source, isWord ? String(decoding: source[token.range], as: UTF8.self) : "")
      delegate(token, source, isWord: isWord)
      isNewLine = false
    }
    if closed != nil { close("") }
    // Brackets in branches of `#if` may belong to others than it seems.
    if !open.isEmpty || depth != 0 { attempts = [] }
  }

  private mutating func read(_ token: SourceToken, _ source: [UInt8], _ word: String) {
    let first = source[token.start]
    if closed != nil { close(word) }
    silence(token, source, word)
    if let last = trying.last, last.depth == depth, isEnd(token.kind, first, word, source) {
      end(before: first == UInt8(ascii: "}") ? "}" : word, source)
    }
    note(token, source, word)
    switch token.kind {
    case .textBegin: depth += 1
    case .textEnd: depth -= 1
    case .punctuation: bracket(first, token, isValue: SourceBranches.asksMore(source[..<before.end]))
    case .directive:
      let name = source[token.range]
      if name.elementsEqual("#if".utf8) { conditions += 1 }
      if name.elementsEqual("#endif".utf8) { conditions -= 1 }
    case .space, .newline, .comment, .text, .textMiddle, .pattern, .number, .identifier, .keyword, .attribute:
      break
    }
    before = (word, source[token.end - 1], token.end)
  }

  /// Notes what throws and is no call: which it is shows with what follows.
  private mutating func silence(_ token: SourceToken, _ source: [UInt8], _ word: String) {
    let first = source[token.start]
    let isMark = token.kind == .punctuation
    if property, !(isMark && "({:".utf8.contains(first)) {
      for index in tried where attempts[index].silent == nil { attempts[index].silent = before.end }
    }
    property = false
    declare(token, source, word)
    if word == "await" { for index in tried { attempts[index].awaits = true } }
    guard token.kind == .identifier, !trying.isEmpty else { return }
    let name = ThrowingNames.bare(String(decoding: source[token.range], as: UTF8.self))
    let isMember = before.last == UInt8(ascii: ".")
    let isTask = !isMember && open.contains { $0.tasks.contains(name) }
    // `\.value` and `(.value)` are of no task.
    let isOfOne = isMember && before.end > 1 && !"\\(".utf8.contains(source[before.end - 2])
    let isValue = isOfOne && name == "value" && hasTasks && tried.contains { attempts[$0].awaits }
    property = names.contains(name) || isTask || isValue
  }

  /// An initializer that may fail may do so where it calls another one, which nobody counts.
  private mutating func delegate(_ token: SourceToken, _ source: [UInt8], isWord: Bool) {
    guard source[token.range].elementsEqual("init".utf8) else { return }
    if isWord {
      let isMarked = token.end < source.count && "?!".utf8.contains(source[token.end])
      mayFail = isMarked ? depth : nil
      return
    }
    let before = source[..<token.start]
    guard conditions == 0,
      before.suffix(6).elementsEqual("super.".utf8) || before.suffix(5).elementsEqual("self.".utf8),
      open.last(where: { $0.kind == .function })?.mayFail == true
    else { return }
    attempts.append(Attempt(range: token.end..<token.end, left: source.count, silent: source.count))
    trying.append((attempts.count - 1, depth, open.count))
    open[open.count - 1].attempts.append(attempts.count - 1)
  }

  /// Those that what stands here is a part of.
  private var tried: [Int] { trying.filter { $0.brackets == open.count }.compactMap(\.attempt) }

  /// The names of `async let a = …, b = …`.
  private mutating func declare(_ token: SourceToken, _ source: [UInt8], _ word: String) {
    let first = source[token.start]
    let isMark = token.kind == .punctuation
    if word == "let", before.word == "async" {
      declaring = Declaring(depth: depth)
      return
    }
    guard var going = declaring else { return }
    let goesOn =
      !isNewLine || before.last == UInt8(ascii: ",") || Self.ending.contains(before.last)
      || (isMark && Self.beginning.contains(first))
    if depth < going.depth || (depth == going.depth && !goesOn) || (isMark && first == UInt8(ascii: ";")) {
      declaring = nil
      return
    }
    if isMark, first == UInt8(ascii: ",") {
      // In brackets it may be of a tuple.
      if depth == going.depth { going.isName = true }
    } else if isMark, first == UInt8(ascii: "=") || first == UInt8(ascii: ":") {
      if depth == going.depth { going.isName = false }
    } else if token.kind == .identifier, going.isName, !open.isEmpty {
      let name = ThrowingNames.bare(String(decoding: source[token.range], as: UTF8.self))
      open[open.count - 1].tasks.insert(name)
    }
    declaring = going
  }

  /// Whether what it is said of has ended before this.
  private func isEnd(_ kind: SourceToken.Kind, _ first: UInt8, _ word: String, _ source: [UInt8]) -> Bool {
    if kind == .textMiddle || kind == .textEnd || word == "else" || word == "where" { return true }
    if kind == .punctuation {
      if ";,)]}".utf8.contains(first) { return true }
      if first == UInt8(ascii: "{") {
        return headers.last?.depth == depth && !SourceBranches.asksMore(source[..<before.end])
      }
    }
    guard isNewLine, before.word != "try", before.word != "await", !Self.ending.contains(before.last) else {
      return false
    }
    return word != "as" && word != "is" && !(kind == .punctuation && Self.beginning.contains(first))
  }

  private mutating func end(before word: String, _ source: [UInt8]) {
    let isLast = open.last?.kind == .cases && ["case", "default", "}"].contains(word)
    while let last = trying.last, last.depth >= depth {
      trying.removeLast()
      guard let index = last.attempt else { continue }
      let start = attempts[index].range.lowerBound
      attempts[index].range = start..<max(start, before.end)
      attempts[index].isLastCall = isLast && source[attempts[index].range].contains { "({".utf8.contains($0) }
    }
  }

  private mutating func note(_ token: SourceToken, _ source: [UInt8], _ word: String) {
    // `f(for: x)` is a label.
    let isLabel = before.last == UInt8(ascii: "(") || before.last == UInt8(ascii: ",")
    switch word {
    case "else":
      let isOfGuard = headers.last.map { $0.word == "guard" && $0.depth == depth } ?? false
      if isOfGuard { headers.removeLast() }
      headers.append((isOfGuard ? "guard" : word, depth))
    case "if" where before.word == "else": headers[headers.count - 1].word = word
    case "while" where before.word == "repeat": break
    case "case", "default":
      // A condition has none.
      if headers.last?.depth != depth { counted.insert(token.start) }
    case "try":
      // What is thrown is caught at once; that of a loop is counted; what is left out is not known.
      let isOptional = token.end < source.count && "?!".utf8.contains(source[token.end])
      let isReturned = trying.contains { $0.attempt == nil && $0.brackets == open.count }
      guard !isOptional, conditions == 0, before.word != "for" else { return }
      attempts.append(Attempt(range: token.end..<token.end, left: source.count, isLast: isReturned))
      trying.append((attempts.count - 1, depth, open.count))
      if !open.isEmpty, !isReturned { open[open.count - 1].attempts.append(attempts.count - 1) }
    case "return", "throw":
      leave()
      trying.append((nil, depth, open.count))
    case "break", "continue", "fallthrough": leave()
    default: if Self.control.contains(word), !isLabel { headers.append((word, depth)) }
    }
  }

  private mutating func leave() {
    for index in open.indices.reversed() {
      if open[index].kind == .function { return }
      open[index].leaves = true
    }
  }

  private mutating func bracket(_ byte: UInt8, _ token: SourceToken, isValue: Bool) {
    switch byte {
    case UInt8(ascii: "{"):
      var kind = Kind.function
      if let header = headers.last, header.depth == depth, !isValue {
        headers.removeLast()
        kind = Self.kinds[header.word] ?? .control
        if header.word != "do", header.word != "else" { counted.insert(token.start) }
      } else {
        counted.insert(token.start)
      }
      let others = before.word == "catch" ? [] : caught
      caught = []
      var brackets = Brackets(kind: kind, start: token.start, others: others, handled: handled, left: left)
      (handled, left) = ([], [])
      if kind == .function, mayFail == depth { (brackets.mayFail, mayFail) = (true, nil) }
      open.append(brackets)
      depth += 1
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      while let last = headers.last, last.depth > depth { headers.removeLast() }
      if byte == UInt8(ascii: "}"), let last = open.popLast() {
        for case (let index?, ...depth, _) in trying {
          attempts[index].inner.append(last.start..<token.end)
        }
        closed = (last, token.end)
      }
    default: break
    }
  }

  /// `word`: what comes behind its brackets.
  private mutating func close(_ word: String) {
    guard let (brackets, end) = closed else { return }
    closed = nil
    if brackets.kind == .repeated { before.word = "repeat" }
    let isCaught = brackets.kind == .caught && word == "catch"
    if isCaught || brackets.kind == .function {
      for index in brackets.attempts { attempts[index].left = end }
    } else if !open.isEmpty {
      open[open.count - 1].attempts += brackets.attempts
    }
    settle(brackets, end, isCaught: isCaught, isBeforeCatch: word == "catch")
    if word == "catch" {
      caught = isCaught ? brackets.attempts : brackets.others
    } else if !open.isEmpty {
      open[open.count - 1].attempts += brackets.others
    }
  }

  /// What is thrown and not counted is missing behind a `catch` that went elsewhere with it.
  private mutating func settle(_ brackets: Brackets, _ end: Int, isCaught: Bool, isBeforeCatch: Bool) {
    var left = brackets.left
    left += brackets.handled.map {
      Caught(attempt: $0, start: brackets.start, end: end, leaves: brackets.leaves)
    }
    if brackets.kind == .function {
      for one in left {
        let known = one.leaves ? attempts[one.attempt].again : attempts[one.attempt].twice
        let range = min(known?.lowerBound ?? one.end, one.end)..<end
        if one.leaves {
          attempts[one.attempt].again = range
        } else {
          attempts[one.attempt].twice = range
          attempts[one.attempt].catches.append(one.start)
        }
      }
    } else if isBeforeCatch {
      handled = isCaught ? brackets.attempts : brackets.handled
      self.left = left
    } else if !open.isEmpty {
      open[open.count - 1].left += left
    }
  }
}
