extension Rendering {
  /// What a name means here. Unknown: nil in lenient mode, else an error. Below what is null or false
  /// there is nothing, which is no error.
  func find(_ name: DottedName, _ index: Int) throws -> TemplateValue? {
    if name.isImplicit { return stack[stack.count - 1] }
    var level = stack.count - 1
    while level >= 0 {
      if case .object(let members) = stack[level], let value = members[name.first] {
        return name.rest.isEmpty ? value : try find(name, below: value, index)
      }
      level -= 1
    }
    return try nothing(index, unknown(name))
  }

  /// Each further part only counts inside of what was found before.
  private func find(_ name: DottedName, below value: TemplateValue, _ index: Int) throws -> TemplateValue? {
    var value = value
    var path = name.first
    for part in name.rest {
      switch value {
      case .null, .bool(false): return nil
      case .object(let members):
        guard let member = members[part] else {
          let known = members.keys.map { path + "." + $0 }
          let advice = NearName.advice(known, to: path + "." + part, nothing: "`\(path)` is empty")
          return try nothing(index, "unknown name `\(shown(name))`" + advice)
        }
        value = member
      case .bool, .int, .double, .text, .raw, .list:
        let message = "unknown name `\(shown(name))`: `\(path)` is \(value.kind), it has no names"
        return try nothing(index, message)
      }
      path += "." + part
    }
    return value
  }

  private func unknown(_ name: DottedName) -> String {
    var known: Set<String> = []
    for case .object(let members) in stack { known.formUnion(members.keys) }
    return "unknown name `\(shown(name))`"
      + NearName.advice(known, to: name.first, nothing: "no name is known here")
  }

  private func shown(_ name: DottedName) -> String { PartialPath.shown(name.text) }
}
