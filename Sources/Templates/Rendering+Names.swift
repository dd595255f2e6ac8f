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
    let known = stack.reduce(into: Set<String>()) { known, level in
      if case .object(let members) = level { known.formUnion(members.keys) }
    }
    return try nothing(index, name.unknown(among: known))
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
          return try nothing(index, name.unknown(part, below: path, among: members.keys))
        }
        value = member
      case .bool, .int, .double, .text, .raw, .list:
        return try nothing(index, name.unknown(below: path, of: value.kind))
      }
      path += "." + part
    }
    return value
  }
}
