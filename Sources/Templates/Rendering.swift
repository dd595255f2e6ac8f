import Words

/// One rendering of one template: instructions in, bytes out.
struct Rendering {
  /// Sections, partials and parents within each other; deeper than any page, and well within a stack.
  static let deepest = 600

  let library: CompiledLibrary
  let isLenient: Bool
  var output: [UInt8] = []
  /// The value on top is asked first.
  var stack: [TemplateValue]

  /// The templates that are being rendered, the innermost last, and where each calls the next.
  private var template: CompiledTemplate
  private var callers: [(template: CompiledTemplate, offset: Int)] = []
  private var depth = 0
  private var indentation: [UInt8] = []
  private var isAtLineStart = false
  private var given: [GivenBlocks] = []
  private var currentlyGiven = -1

  /// The blocks of one call, and those that were given to the template that makes it: these come first.
  private struct GivenBlocks {
    let template: CompiledTemplate
    let call: Int
    let outer: Int
  }

  init(library: CompiledLibrary, value: TemplateValue, isLenient: Bool) {
    (self.library, self.isLenient) = (library, isLenient)
    stack = [value]
    template = CompiledTemplate(file: "", source: [])
  }

  mutating func run(_ index: Int) throws {
    template = library.templates[index]
    if let mistake = template.problems.first { throw mistake }
    try run(0, template.code.count)
  }

  private mutating func run(_ start: Int, _ end: Int) throws {
    depth += 1
    defer { depth -= 1 }
    let template = template
    let code = template.code
    var index = start
    while index < end {
      switch code[index] {
      case .text(let start, let end): write(text: start..<end)
      case .value(let name, let isEscaped):
        if isAtLineStart { indent() }
        try write(value: name, isEscaped: isEscaped, index)
      case .section(let name, let end):
        try section(name, index, end)
        index = end - 1
      case .inverted(let name, let end):
        if try find(template.names[name], index)?.isTrue != true { try inner(index, end) }
        index = end - 1
      case .partial(let call): try perform(call, index)
      case .parent(let call, let end):
        try perform(call, index)
        index = end - 1
      case .block(let site, let end):
        try block(site, index, end)
        index = end - 1
      }
      index += 1
    }
  }

  /// What lies between an instruction and its end.
  private mutating func inner(_ index: Int, _ end: Int) throws {
    guard depth < Self.deepest else { throw tooDeep(index) }
    try run(index + 1, end)
  }

  private mutating func section(_ name: Int, _ index: Int, _ end: Int) throws {
    switch try find(template.names[name], index) {
    case nil, .null, .bool(false): break
    case .list(let items):
      guard let first = items.first else { break }
      let top = stack.count
      stack.append(first)
      for item in items {
        stack[top] = item
        try inner(index, end)
      }
      stack.removeLast()
    case let value?:
      stack.append(value)
      try inner(index, end)
      stack.removeLast()
    }
  }

  // MARK: Partials, parents, blocks

  private mutating func perform(_ number: Int, _ index: Int) throws {
    let call = template.calls[number]
    guard let target = try target(of: call, index) else { return }
    guard depth < Self.deepest else { throw tooDeep(index) }
    let caller = template
    let formerIndentation = indentation
    let formerlyGiven = currentlyGiven
    if let own = call.indentation {
      indentation += caller.source[own]
    } else {
      if isAtLineStart { indent() }
      indentation = []
    }
    if !call.blocks.isEmpty {
      given.append(GivenBlocks(template: caller, call: number, outer: currentlyGiven))
      currentlyGiven = given.count - 1
    }
    callers.append((caller, caller.offsets[index]))
    isAtLineStart = !indentation.isEmpty
    try run(target)
    callers.removeLast()
    if !call.blocks.isEmpty { given.removeLast() }
    template = caller
    currentlyGiven = formerlyGiven
    indentation = formerIndentation
    isAtLineStart = call.indentation != nil && !indentation.isEmpty
  }

  private func target(of call: TemplateCall, _ index: Int) throws -> Int? {
    switch call.target {
    case .template(let number): return number
    case .unknown(let name):
      return try nothing(index, PartialPath.unknown(name, as: "template", among: library.numbers.keys))
    case .named(let name):
      guard let value = try find(name, index), value != .null else { return nil }
      guard case .text(let path) = value else {
        return try nothing(index, "`\(name.text)` is \(value.kind), not the name of a template")
      }
      if let objection = PartialPath.objection(to: path) { throw problem(index, objection) }
      if let number = CompiledLibrary.number(of: path, from: template.file, among: library.numbers) {
        return number
      }
      return try nothing(index, PartialPath.unknown(path, as: "template", among: library.numbers.keys))
    }
  }

  private mutating func block(_ number: Int, _ index: Int, _ end: Int) throws {
    let site = template.sites[number]
    guard let (number, block) = givenBlock(site.name) else { return try inner(index, end) }
    guard depth < Self.deepest else { throw tooDeep(index) }
    let here = template
    let formerlyGiven = currentlyGiven
    indentation += here.source[site.indentation]
    if !site.indentation.isEmpty { isAtLineStart = true }
    callers.append((here, here.offsets[index]))
    // What it holds was written in the template that gives it, and may be given anew by its callers.
    template = given[number].template
    currentlyGiven = given[number].outer
    try run(block.start, block.end)
    callers.removeLast()
    template = here
    currentlyGiven = formerlyGiven
    indentation.removeLast(site.indentation.count)
    if indentation.isEmpty { isAtLineStart = false }
  }

  /// The outermost template that gives a block wins.
  private func givenBlock(_ name: String) -> (number: Int, block: GivenBlock)? {
    var found: (Int, GivenBlock)?
    var number = currentlyGiven
    while number >= 0 {
      let blocks = given[number].template.calls[given[number].call].blocks
      if let block = blocks.first(where: { $0.name == name }) { found = (number, block) }
      number = given[number].outer
    }
    return found
  }

  // MARK: Bytes

  private mutating func write(text range: Range<Int>) {
    if indentation.isEmpty {
      output += template.source[range]
      return
    }
    var start = range.lowerBound
    while start < range.upperBound {
      if isAtLineStart { indent() }
      let newline = template.source[start..<range.upperBound].firstIndex(of: 0x0A)
      let end = newline.map { $0 + 1 } ?? range.upperBound
      output += template.source[start..<end]
      isAtLineStart = newline != nil
      start = end
    }
  }

  private mutating func indent() {
    output += indentation
    isAtLineStart = false
  }

  private mutating func write(value number: Int, isEscaped: Bool, _ index: Int) throws {
    let name = template.names[number]
    switch try find(name, index) {
    case nil, .null: break
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .int(let number): output += String(number).utf8
    case .double(let number): output += number.description.utf8
    case .text(let text): isEscaped ? Markup.write(text, into: &output) : output.append(contentsOf: text.utf8)
    case .raw(let bytes):
      if isEscaped {
        _ = try nothing(index, "`\(name.text)` is finished HTML: write it as `{{{\(name.text)}}}`") as Never?
        Markup.write(bytes, into: &output)
      } else {
        output += bytes
      }
    case let value?: _ = try nothing(index, "`\(name.text)` is \(value.kind), not a text") as Never?
    }
  }

  // MARK: Problems

  /// Nothing in lenient mode, else an error.
  func nothing<Value>(_ index: Int, _ message: String) throws -> Value? {
    if isLenient { return nil }
    throw problem(index, message)
  }

  private func problem(_ index: Int, _ message: String) -> TemplateProblem {
    let calls = callers.reversed().prefix(4).map { caller in
      let place = caller.template.problem(at: caller.offset, "")
      return "\(place.file):\(place.line):\(place.column)"
    }
    let way =
      calls.isEmpty
      ? "" : " (brought in at \(calls.joined(separator: ", from "))\(callers.count > 4 ? ", …" : ""))"
    return template.problem(at: template.offsets[index], message + way)
  }

  private func tooDeep(_ index: Int) -> TemplateProblem {
    let files = callers.map(\.template.file) + [template.file]
    let round = files.dropLast().lastIndex(of: template.file).map { files[$0...] } ?? files.suffix(4)
    let chain = (round.count > 9 ? ["…"] + round.suffix(8) : Array(round)).joined(separator: " → ")
    return template.problem(at: template.offsets[index], "recursion without end: \(chain)")
  }
}
