/// Mistakes between templates: blocks that no parent has a place for, calls that never end.
struct TemplateLinks {
  private let library: CompiledLibrary
  private var templates: [CompiledTemplate] { library.templates }

  init(_ library: CompiledLibrary) { self.library = library }

  func blocksWithoutPlace(_ number: Int) -> [TemplateProblem] {
    templates[number].calls.flatMap { call -> [TemplateProblem] in
      guard case .template(let target) = call.target, !call.blocks.isEmpty, let places = places(in: target)
      else { return [] }
      return call.blocks.filter { !places.contains($0.name) }.map { block in
        let parent = templates[target].file
        let advice = NearName.advice(places, to: block.name, nothing: "it has no blocks")
        return templates[number].problem(
          at: block.offset, "the parent `\(parent)` has no block `\(PartialPath.shown(block.name))`\(advice)")
      }
    }
  }

  /// Nil when it cannot be known, because data name a template, or one has mistakes.
  private func places(in target: Int) -> Set<String>? {
    var places: Set<String> = []
    for number in library.reachable(from: target) {
      let template = templates[number]
      guard template.mistakes.isEmpty else { return nil }
      for call in template.calls {
        guard case .template = call.target else { return nil }
      }
      places.formUnion(template.sites.map(\.name))
    }
    return places
  }

  /// A chain of calls back to this template that no section and no block can stop.
  func endlessCalls(_ number: Int) -> [TemplateProblem] {
    for (target, offset) in certainCalls(of: number) {
      var seen: Set<Int> = []
      guard let way = way(to: number, from: target, &seen) else { continue }
      let files = ([number] + way).map { templates[$0].file }.joined(separator: " → ")
      return [templates[number].problem(at: offset, "recursion without end: \(files)")]
    }
    return []
  }

  private func way(to goal: Int, from number: Int, _ seen: inout Set<Int>) -> [Int]? {
    if number == goal { return [goal] }
    guard seen.insert(number).inserted else { return nil }
    for (target, _) in certainCalls(of: number) {
      if let way = way(to: goal, from: target, &seen) { return [number] + way }
    }
    return nil
  }

  /// Calls that are made whenever the template is rendered.
  private func certainCalls(of number: Int) -> [(target: Int, offset: Int)] {
    let template = templates[number]
    var calls: [(target: Int, offset: Int)] = []
    var index = 0
    while index < template.code.count {
      switch template.code[index] {
      case .section(_, let end), .inverted(_, let end), .block(_, let end): index = end - 1
      case .partial(let call): append(template, call, index)
      case .parent(let call, let end):
        append(template, call, index)
        index = end - 1
      case .text, .value: break
      }
      index += 1
    }
    return calls

    func append(_ template: CompiledTemplate, _ call: Int, _ index: Int) {
      guard case .template(let target) = template.calls[call].target else { return }
      calls.append((target, template.offsets[index]))
    }
  }
}
