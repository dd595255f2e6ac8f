/// Reads one YAML document. A slip that leaves the rest readable (a key written twice, an alias, a tag)
/// becomes a mistake beside the nodes; the first that does not ends the reading and is the last mistake.
public func parse(_ bytes: [UInt8]) -> Document {
  guard bytes.count <= Bounds.bytes else {
    let message = "the file has \(bytes.count) bytes: at most \(Bounds.bytes) are read"
    return Document(root: nil, mistakes: [Mistake(message, at: Place(line: 1, column: 1))])
  }
  let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  var composer = Composer(bytes: bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes)
  do {
    let root = try composer.document()
    return Document(root: root, mistakes: composer.mistakes)
  } catch {
    return Document(root: nil, mistakes: composer.mistakes + [error])
  }
}

/// Makes nodes of events. Anchors are never expanded, so that no text grows while it is read.
struct Composer: ~Copyable {
  private var events: EventReader
  private(set) var mistakes: [Mistake] = []

  init(bytes: [UInt8]) {
    events = EventReader(bytes: bytes)
  }

  mutating func document() throws(Mistake) -> Node? {
    var root: Node?
    while true {
      let event = try events.next()
      switch event.kind {
      case .documentStart where root != nil:
        throw Mistake(
          "a second document starts here (`---`): one file holds one document", at: event.place)
      case .streamStart, .documentStart, .documentEnd: continue
      case .streamEnd: return root
      default: root = try node(from: event, depth: 1)
      }
    }
  }

  private mutating func node(from event: Event, depth: Int) throws(Mistake) -> Node {
    guard depth <= Bounds.depth else {
      throw Mistake("this is nested more than \(Bounds.depth) levels deep", at: event.place)
    }
    if let anchor = event.anchor, event.kind != .alias {
      mistakes.append(
        Mistake(
          "`&\(anchor)` is an anchor, which is not supported: quote the text if the & belongs to it",
          at: event.place))
    }
    switch event.kind {
    case .alias:
      let name = "*" + (event.anchor ?? "")
      return refuse(
        "`\(name)` is an alias, which is not supported: a text that starts with * needs quotes, as in "
          + "\"\(name)\"", at: event.place)
    case .scalar: return scalar(event)
    case .sequenceStart:
      var items: [Node] = []
      while true {
        let next = try events.next()
        if next.kind == .sequenceEnd { return tagged(Node(.sequence(items), at: event.place), event) }
        items.append(try node(from: next, depth: depth + 1))
      }
    case .mappingStart: return tagged(try mapping(from: event, depth: depth), event)
    default: preconditionFailure("libyaml tells events in the order of its grammar")
    }
  }

  private mutating func mapping(from start: Event, depth: Int) throws(Mistake) -> Node {
    var entries: [Node.Entry] = []
    var firstLines: [String: Int] = [:]
    while true {
      let next = try events.next()
      if next.kind == .mappingEnd { return Node(.mapping(entries), at: start.place) }
      let count = mistakes.count
      let key = try node(from: next, depth: depth + 1)
      let value = try node(from: try events.next(), depth: depth + 1)
      guard case .scalar(let name) = key.content else {
        // What was said about the inside of such a key would only distract.
        mistakes.removeSubrange(count...)
        mistakes.append(
          Mistake("a key must be a text: quote it if it starts with one of { [ ! & *", at: key.place))
        continue
      }
      if let line = firstLines[name.text] {
        mistakes.append(Mistake("`\(name.text)` stands here twice: first on line \(line)", at: key.place))
        continue
      }
      firstLines[name.text] = key.place.line
      entries.append(Node.Entry(key: name.text, keyPlace: key.place, value: value))
    }
  }

  private mutating func scalar(_ event: Event) -> Node {
    tagged(Node(.scalar(Node.Scalar(text: event.text, isPlain: event.isPlain)), at: event.place), event)
  }

  private mutating func tagged(_ node: Node, _ event: Event) -> Node {
    guard let tag = event.tag else { return node }
    return refuse(
      "`\(tag)` is a tag, which is not supported: a text that starts with ! needs quotes, as in "
        + "\"\(tag)\"", at: event.place)
  }

  private mutating func refuse(_ message: String, at place: Place) -> Node {
    mistakes.append(Mistake(message, at: place))
    return Node(.refused, at: place)
  }
}
