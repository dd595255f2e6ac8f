internal import Tokens

extension StatementFlow {
  /// Whether it was a word of control, which has been read then with all that it controls.
  mutating func control(_ word: String, _ flow: inout Flow) throws(Unclear) -> Bool {
    switch word {
    case "if": try branch(&flow, isElse: false)
    case "guard": try guarded(&flow)
    case "while": try loop(&flow)
    case "repeat": try repeated(&flow)
    case "for": try each(&flow)
    case "switch": try choose(&flow)
    case "do": try attempt(&flow)
    case "break", "continue": try jump(isBreak: word == "break", &flow)
    case "return", "throw":
      (flow.isOver, flow.isReturn) = (true, word == "return")
      index += 1
    case "fallthrough":
      (fallen, flow.isOver) = (flow.count, true)
      index += 1
    default: return false
    }
    return true
  }

  private mutating func branch(_ flow: inout Flow, isElse: Bool) throws(Unclear) {
    let label = takeLabel()
    index += 1
    try enter(at: start(), flow.count, &flow)
    try header(&flow) { $0.isBody }
    targets.append(Target(kind: .other, label: label))
    let then = try own(start())
    let end = try block(then)
    var after = flow.count - (then - end.exit)
    var isOver = false
    if stands(word: "else") {
      index += 1
      let rest = flow.count - then
      var other = Flow(count: rest)
      if stands(word: "if") {
        try within { flow throws(Unclear) in try flow.branch(&other, isElse: true) }
      } else {
        try settle(at: start(), rest)
        other = try block(rest)
      }
      after = after - (rest - other.exit)
      isOver = end.isOver && other.isOver
    } else if isBuilt {
      // The compiler takes the end of the body before for that of the `else` that the builder adds.
      after.told = end.exit.told &+ end.exit.told
    }
    try close(&flow, after, isOver: isOver, isElse: isElse)
  }

  /// What is left by name, or at its end.
  private mutating func close(
    _ flow: inout Flow, _ after: Count, isOver: Bool, isElse: Bool = false
  ) throws(Unclear) {
    let target = targets.removeLast()
    flow.count = after + target.jumps
    if isOver, !target.isLeft { flow.isOver = true }
    // Behind the last `else` is what is behind the first `if`.
    if !isElse { try behind(flow.count) }
  }

  private mutating func guarded(_ flow: inout Flow) throws(Unclear) {
    index += 1
    try header(&flow) { $0.stands(word: "else") }
    index += 1
    let other = try own(start())
    let end = try block(other)
    flow.count = flow.count - (other - end.exit)
    try behind(flow.count)
  }

  private mutating func loop(_ flow: inout Flow) throws(Unclear) {
    let label = takeLabel()
    index += 1
    let (first, entry, known) = (try start(), flow.count, settled.count)
    let asked = take(at: first)
    try header(&flow) { $0.isBody }
    // What it asks is counted as if it were asked once.
    guard settled.count == known, flow.count == entry else { throw Unclear() }
    targets.append(Target(kind: .loop, label: label))
    let body = try own(start())
    let end = try block(body)
    if let asked, let continues = targets.last?.continues {
      try settle(asked, entry + end.exit + continues)
    }
    try close(&flow, entry - (body - end.exit), isOver: false)
  }

  private mutating func each(_ flow: inout Flow) throws(Unclear) {
    let label = takeLabel()
    index += 1
    let first = index
    try header(&flow) { $0.isBody }
    // The body of one that selects is counted too often.
    guard !(first..<index).contains(where: { ["where", "case"].contains(source.word($0)) }) else {
      throw Unclear()
    }
    targets.append(Target(kind: .loop, label: label))
    let body = try own(start())
    let end = try block(body)
    try close(&flow, flow.count - (body - end.exit), isOver: false)
  }

  private mutating func repeated(_ flow: inout Flow) throws(Unclear) {
    let label = takeLabel()
    index += 1
    targets.append(Target(kind: .repeated, label: label))
    let body = try own(start())
    let end = try block(body)
    let target = targets.removeLast()
    flow.count = flow.count - (body - end.exit)
    flow.count.real = flow.count.real &+ target.breaks.real &+ target.continues.real
    try behind(flow.count)
    guard stands(word: "while") else { throw Unclear() }
    index += 1
    let asked = Count(
      told: body.told &- target.breaks.told &- target.returns,
      real: end.exit.real &+ target.continues.real)
    try enter(at: start(), asked, &flow)
  }

  private mutating func choose(_ flow: inout Flow) throws(Unclear) {
    let label = takeLabel()
    index += 1
    try enter(at: start(), flow.count, &flow)
    try header(&flow) { $0.isBody }
    index += 1
    targets.append(Target(kind: .cases, label: label))
    let known = fallen
    fallen = nil
    var (all, isOver) = (Count.zero, true)
    while !stands("}") {
      let begin = try start()
      let more = fallen.map { Count(told: 0, real: $0.real &- $0.told) } ?? .zero
      fallen = nil
      let own = try self.own(begin, adding: more)
      var pattern = Flow(count: own)
      try within { flow throws(Unclear) in try flow.header(&pattern) { $0.stands(":") } }
      index += 1
      let end = try statements(own) { $0.isCase || $0.stands("}") }
      all = all + end.exit
      isOver = isOver && end.isOver
    }
    index += 1
    fallen = known
    try close(&flow, all, isOver: isOver)
  }

  private var isCase: Bool {
    stands(word: "case") || stands(word: "default")
      || (source.tokens.indices.contains(index) && source.tokens[index].kind == .attribute
        && source.word(index + 1) == "default")
  }

  private mutating func attempt(_ flow: inout Flow) throws(Unclear) {
    let label = takeLabel()
    index += 1
    try header(&flow) { $0.stands("{") }
    targets.append(Target(kind: .other, label: label))
    try settle(at: start(), flow.count)
    let end = try block(flow.count)
    var (all, isOver) = (end.exit, end.isOver)
    while stands(word: "catch") {
      index += 1
      var pattern = Flow(count: .zero)
      try within { flow throws(Unclear) in try flow.header(&pattern) { $0.stands("{") } }
      let caught = try block(own(start()))
      all = all + caught.exit
      isOver = isOver && caught.isOver
    }
    try close(&flow, all, isOver: isOver)
  }

  private mutating func jump(isBreak: Bool, _ flow: inout Flow) throws(Unclear) {
    index += 1
    var label: String?
    if source.isName(index), !source.isNewLine(index) {
      label = source.text(index)
      index += 1
    }
    let target = targets.lastIndex { target in
      if let label { return target.label == label }
      return target.kind == .loop || target.kind == .repeated || (isBreak && target.kind == .cases)
    }
    guard let target else { throw Unclear() }
    targets[target].isLeft = true
    if targets[target].kind != .repeated { targets[target].jumps = targets[target].jumps + flow.count }
    if isBreak {
      targets[target].breaks = targets[target].breaks + flow.count
    } else {
      targets[target].continues = targets[target].continues + flow.count
    }
    flow.isOver = true
  }
}
