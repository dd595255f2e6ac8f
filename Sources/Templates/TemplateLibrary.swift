/// All templates below one root, each compiled once.
public struct TemplateLibrary: Sendable {
  let compiled: CompiledLibrary

  /// `names`: every template file below the root, as paths from there; `read` gives their bytes. What cannot
  /// be read is a mistake of that template, and of those that need it.
  public init(names: [String], read: (String) -> [UInt8]?) {
    compiled = CompiledLibrary(names: names, read: read)
  }

  /// What a template makes of a value. Throws a `TemplateProblem`: the first mistake in it or in one that it
  /// needs. A name that is known nowhere is an error too; `lenient`: empty.
  public func render(_ file: String, _ value: TemplateValue, lenient: Bool = false) throws -> [UInt8] {
    guard let index = compiled.numbers[file] else {
      let advice = NearName.advice(compiled.numbers.keys, to: file, nothing: "there are no templates")
      throw TemplateProblem(
        file: file, line: 0, column: 0, message: "there is no template `\(PartialPath.shown(file))`\(advice)")
    }
    let needed = compiled.reachable(from: index)
    if let mistake = needed.flatMap({ compiled.templates[$0].problems }).first { throw mistake }
    if !lenient, let unknown = needed.flatMap(compiled.ownUnknownTemplates).first { throw unknown }
    var rendering = Rendering(library: compiled, value: value, isLenient: lenient)
    try rendering.run(index)
    return rendering.output
  }

  /// Every mistake in every template that can be known without values.
  public func problems() -> [TemplateProblem] { problems(in: compiled.templates.indices) }

  /// Those of one template and of all that it needs; empty when there is no such template. `lenient`: without
  /// names that are known nowhere.
  public func problems(of file: String, lenient: Bool = false) -> [TemplateProblem] {
    let needed = compiled.numbers[file].map(compiled.reachable) ?? []
    return lenient ? needed.flatMap { compiled.templates[$0].problems }.sorted() : problems(in: needed)
  }

  private func problems(in numbers: some Sequence<Int>) -> [TemplateProblem] {
    let links = TemplateLinks(compiled)
    return numbers.flatMap { number in
      compiled.templates[number].problems + compiled.ownUnknownTemplates(number)
        + links.blocksWithoutPlace(number) + links.endlessCalls(number)
    }.sorted()
  }
}

/// The compiled templates of a library, by number.
final class CompiledLibrary: Sendable {
  let templates: [CompiledTemplate]
  let numbers: [String: Int]

  init(names: [String], read: (String) -> [UInt8]?) {
    let files = Set(names).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(files, files.indices))
    self.numbers = numbers
    templates = files.map { file in
      guard let source = read(file) else {
        let message = "it cannot be read: look at its permissions"
        return CompiledTemplate(file: file, source: [], mistakes: [Mistake(offset: 0, message: message)])
      }
      return TemplateCompiler.compile(file: file, source: source) {
        Self.number(of: $0, from: file, among: numbers)
      }
    }
  }

  static func number(of name: String, from file: String, among numbers: [String: Int]) -> Int? {
    PartialPath.candidates(for: name, from: file).lazy.compactMap { numbers[$0] }.first
  }

  /// A template and all that it needs, nearest first; those that only data name are not known here.
  func reachable(from start: Int) -> [Int] {
    var found = [start]
    var seen: Set<Int> = [start]
    var next = 0
    while next < found.count {
      for call in templates[found[next]].calls {
        guard case .template(let target) = call.target, seen.insert(target).inserted else { continue }
        found.append(target)
      }
      next += 1
    }
    return found
  }

  func ownUnknownTemplates(_ number: Int) -> [TemplateProblem] {
    let template = templates[number]
    return zip(template.code, template.offsets).compactMap { instruction, offset in
      let (call, kind) =
        switch instruction {
        case .partial(let call): (call, "partial")
        case .parent(let call, _): (call, "parent")
        case .text, .value, .section, .inverted, .block: (-1, "")
        }
      guard call >= 0, case .unknown(let name) = template.calls[call].target else { return nil }
      return template.problem(at: offset, PartialPath.unknown(name, as: kind, among: numbers.keys))
    }
  }
}
