extension TemplateLibrary {
  /// Every name in a template, and in all that it brings in, that means nothing among such values: also in
  /// sections that are seldom entered, and on both sides of each.
  public func problems(of file: String, given shape: TemplateShape) -> [TemplateProblem] {
    compiled.numbers[file].map { ShapeCheck.problems(of: $0, in: compiled, given: shape) } ?? []
  }

  /// A template and all that it needs, by name; empty when there is no such template.
  public func files(neededBy file: String) -> [String] {
    (compiled.numbers[file].map(compiled.reachable) ?? []).map { compiled.templates[$0].file }
  }
}

/// Walks through a template as rendering does, but into every section, with shapes in the place of values.
struct ShapeCheck {
  /// What names mean at one place.
  private struct Scope: Hashable {
    var names: [String: TemplateShape]
    /// What `{{.}}` is.
    var top: TemplateShape
    /// Below something of which nothing is known: any name may be there.
    var isOpen = false

    mutating func enter(_ shape: TemplateShape) {
      var inner = shape.isList ? shape.element ?? TemplateShape(.null) : shape
      // A list of some, a single object of others.
      if shape.isList, let members = shape.members {
        var both = TemplateShape(.object([:]))
        both.merge(inner)
        for (name, member) in members where both.members?[name] == nil { names[name] = member }
        inner = both
      }
      if inner.isUnknown { isOpen = true }
      for (name, member) in inner.members ?? [:] { names[name] = member }
      top = inner
    }
  }

  /// The blocks of one call, and those that were given to the template that makes it.
  private final class Given {
    let template: Int
    let call: Int
    let outer: Given?

    init(template: Int, call: Int, outer: Given?) {
      (self.template, self.call, self.outer) = (template, call, outer)
    }

    var chain: [Int] { [template, call] + (outer?.chain ?? []) }
  }

  private struct Visit: Hashable {
    let template: Int
    let scope: Scope
    let given: [Int]
  }

  private enum Found {
    case shape(TemplateShape)
    case anything
    case nothing
  }

  private static let deepest = 200
  /// Far more than any page; what calls itself in ever new ways ends here.
  private static let mostVisits = 20_000

  private let library: CompiledLibrary
  private let page: Int
  private var visits: Set<Visit> = []
  private var depth = 0
  private var problems: Set<TemplateProblem> = []

  static func problems(of number: Int, in library: CompiledLibrary, given shape: TemplateShape)
    -> [TemplateProblem]
  {
    var check = ShapeCheck(library: library, page: number)
    var scope = Scope(names: [:], top: shape)
    scope.enter(shape)
    check.visit(number, scope, nil)
    return check.problems.sorted()
  }

  private init(library: CompiledLibrary, page: Int) { (self.library, self.page) = (library, page) }

  private mutating func visit(_ number: Int, _ scope: Scope, _ given: Given?) {
    guard depth < Self.deepest, visits.count < Self.mostVisits,
      visits.insert(Visit(template: number, scope: scope, given: given?.chain ?? [])).inserted
    else { return }
    depth += 1
    walk(number, 0, library.templates[number].code.count, scope, given)
    depth -= 1
  }

  private mutating func walk(_ number: Int, _ start: Int, _ end: Int, _ scope: Scope, _ given: Given?) {
    let template = library.templates[number]
    var index = start
    while index < end {
      switch template.code[index] {
      case .text: break
      case .value(let name, let isEscaped):
        checkValue(template.names[name], isEscaped: isEscaped, number, index, scope)
      case .section(let name, let end):
        var inner = scope
        switch find(template.names[name], number, index, scope) {
        case .shape(let shape): inner.enter(shape)
        case .anything, .nothing: inner.isOpen = true
        }
        walk(number, index + 1, end, inner, given)
        index = end - 1
      case .inverted(let name, let end):
        _ = find(template.names[name], number, index, scope)
        walk(number, index + 1, end, scope, given)
        index = end - 1
      case .partial(let call): perform(call, number, index, scope, given)
      case .parent(let call, let end):
        perform(call, number, index, scope, given)
        index = end - 1
      case .block(let site, let end):
        fill(template.sites[site].name, number, index, end, scope, given)
        index = end - 1
      }
      index += 1
    }
  }

  private mutating func perform(_ number: Int, _ caller: Int, _ index: Int, _ scope: Scope, _ given: Given?) {
    let call = library.templates[caller].calls[number]
    switch call.target {
    case .template(let target):
      let blocks = call.blocks.isEmpty ? given : Given(template: caller, call: number, outer: given)
      visit(target, scope, blocks)
    case .named(let name): _ = find(name, caller, index, scope)
    case .unknown: break
    }
  }

  /// The outermost template that gives a block wins.
  private mutating func fill(
    _ name: String, _ number: Int, _ index: Int, _ end: Int, _ scope: Scope, _ given: Given?
  ) {
    var found: (Given, GivenBlock)?
    var next = given
    while let one = next {
      let blocks = library.templates[one.template].calls[one.call].blocks
      if let block = blocks.first(where: { $0.name == name }) { found = (one, block) }
      next = one.outer
    }
    guard let (giver, block) = found else { return walk(number, index + 1, end, scope, given) }
    guard depth < Self.deepest else { return }
    depth += 1
    walk(giver.template, block.start, block.end, scope, giver.outer)
    depth -= 1
  }

  // MARK: Names

  private mutating func checkValue(
    _ name: DottedName, isEscaped: Bool, _ number: Int, _ index: Int, _ scope: Scope
  ) {
    guard case .shape(let shape) = find(name, number, index, scope), !shape.isUnknown, !shape.isWritable
    else { return }
    if !shape.isRaw {
      tell(number, index, "`\(name.text)` is \(shape.kind), not a text")
    } else if isEscaped {
      tell(number, index, "`\(name.text)` is finished HTML: write it as `{{{\(name.text)}}}`")
    }
  }

  private mutating func find(_ name: DottedName, _ number: Int, _ index: Int, _ scope: Scope) -> Found {
    if name.isImplicit { return .shape(scope.top) }
    guard var shape = scope.names[name.first] else {
      if scope.isOpen { return .anything }
      tell(number, index, name.unknown(among: scope.names.keys))
      return .nothing
    }
    var path = name.first
    for part in name.rest {
      if shape.isUnknown { return .anything }
      guard let members = shape.members else {
        tell(number, index, name.unknown(below: path, of: shape.isList ? "a list" : "a text"))
        return .nothing
      }
      guard let member = members[part] else {
        tell(number, index, name.unknown(part, below: path, among: members.keys))
        return .nothing
      }
      shape = member
      path += "." + part
    }
    return .shape(shape)
  }

  private mutating func tell(_ number: Int, _ index: Int, _ message: String) {
    let template = library.templates[number]
    let way = number == page ? "" : " (brought in by \(library.templates[page].file))"
    problems.insert(template.problem(at: template.offsets[index], message + way))
  }
}
