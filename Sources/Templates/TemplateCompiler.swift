/// Bytes of one template into instructions.
struct TemplateCompiler {
  private let tokens: [Token]
  private let source: [UInt8]
  private let find: (String) -> Int?
  private var code: [Instruction] = []
  private var offsets: [Int] = []
  private var names: [DottedName] = []
  private var numbers: [String: Int] = [:]
  private var calls: [TemplateCall] = []
  private var sites: [BlockSite] = []

  /// `find` gives the number of the template that a partial's name means in this file.
  static func compile(file: String, source: [UInt8], find: (String) -> Int?) -> CompiledTemplate {
    let scanner = TagScanner(source)
    let pairs = TokenPairs(scanner.tokens, source: source)
    let mistakes = (scanner.mistakes + pairs.mistakes).sorted { $0.offset < $1.offset }
    guard mistakes.isEmpty else { return CompiledTemplate(file: file, source: source, mistakes: mistakes) }
    return withoutActuallyEscaping(find) { find in
      var compiler = TemplateCompiler(TokenLines(pairs.tokens, source: source).tokens, source, find)
      compiler.take(0..<compiler.tokens.count)
      return CompiledTemplate(
        file: file, source: source, code: compiler.code, offsets: compiler.offsets, names: compiler.names,
        calls: compiler.calls, sites: compiler.sites)
    }
  }

  private init(_ tokens: [Token], _ source: [UInt8], _ find: @escaping (String) -> Int?) {
    (self.tokens, self.source, self.find) = (tokens, source, find)
  }

  private mutating func take(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let token = tokens[index]
      switch token.kind {
      case .lead, .text, .lineEnd:
        if !token.isRemoved { text(token.range) }
      case .value, .raw:
        add(.value(name: number(of: token.name), isEscaped: token.kind == .value), token)
      case .section, .inverted: section(index)
      case .partial:
        calls.append(call(token))
        add(.partial(call: calls.count - 1), token)
      case .parent: parent(index)
      case .block: block(index)
      case .end, .comment, .delimiters: break
      }
      index = (token.opensPair ? token.partner ?? index : index) + 1
    }
  }

  private mutating func text(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    // Neighbours in the source are one step; with a tag between them they are none.
    if case .text(let start, range.lowerBound) = code.last {
      code[code.count - 1] = .text(start: start, end: range.upperBound)
    } else {
      code.append(.text(start: range.lowerBound, end: range.upperBound))
      offsets.append(range.lowerBound)
    }
  }

  private mutating func add(_ instruction: Instruction, _ token: Token) {
    code.append(instruction)
    offsets.append(token.range.lowerBound)
  }

  private mutating func section(_ index: Int) {
    let token = tokens[index]
    let name = number(of: token.name)
    let at = code.count
    add(.section(name: name, end: 0), token)
    take(contents(index))
    code[at] =
      token.kind == .section ? .section(name: name, end: code.count) : .inverted(name: name, end: code.count)
  }

  private mutating func parent(_ index: Int) {
    let token = tokens[index]
    let at = code.count
    let number = calls.count
    calls.append(call(token))
    add(.parent(call: number, end: 0), token)
    // A parent inside of a block has blocks of its own.
    var inner = index + 1
    while inner < contents(index).upperBound {
      if tokens[inner].isArgument {
        let start = code.count
        take(contents(inner))
        calls[number].blocks.append(
          GivenBlock(
            name: tokens[inner].name, offset: tokens[inner].range.lowerBound, start: start, end: code.count))
      }
      inner = (tokens[inner].opensPair ? tokens[inner].partner ?? inner : inner) + 1
    }
    code[at] = .parent(call: number, end: code.count)
  }

  private mutating func block(_ index: Int) {
    let token = tokens[index]
    let at = code.count
    let inner = token.opensLine ? TokenLines.indentation(of: index, in: tokens, source) : 0..<0
    let own = token.indentation.map { tokens[$0].range } ?? 0..<0
    sites.append(BlockSite(name: token.name, indentation: holdsLines(index) ? inner : own))
    let site = sites.count - 1
    add(.block(site: site, end: 0), token)
    take(contents(index))
    code[at] = .block(site: site, end: code.count)
  }

  private func holdsLines(_ block: Int) -> Bool {
    contents(block).contains { index in
      let token = tokens[index]
      return !token.isRemoved && !(token.kind == .lead && token.range.isEmpty) || !token.isText
    }
  }

  private func call(_ token: Token) -> TemplateCall {
    let target: TemplateCall.Target =
      token.isDynamic
      ? .named(DottedName(token.name)) : find(token.name).map { .template($0) } ?? .unknown(token.name)
    return TemplateCall(target: target, indentation: token.indentation.map { tokens[$0].range })
  }

  private func contents(_ index: Int) -> Range<Int> { index + 1..<(tokens[index].partner ?? index + 1) }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    names.append(DottedName(name))
    numbers[name] = names.count - 1
    return names.count - 1
  }
}
