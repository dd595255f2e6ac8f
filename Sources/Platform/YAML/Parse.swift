/// Reads one YAML document. A slip that leaves the rest readable (a key written twice, an alias, a tag)
/// becomes a mistake beside the nodes; the first that does not ends the reading and is the last mistake.
public func parse(_ bytes: [UInt8]) -> Document {
  guard bytes.count <= Bounds.bytes else {
    let message = "the file has \(bytes.count) bytes: at most \(Bounds.bytes) are read"
    let mistake = Mistake(message, at: Place(line: 1, column: 1))
    return Document(root: nil, isWhole: false, mistakes: [mistake])
  }
  let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  var composer = Composer(bytes: bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes)
  let root = composer.document()
  return Document(root: root, isWhole: composer.isWhole, mistakes: composer.mistakes)
}

/// Makes nodes of events. Anchors are never expanded, so that no text grows while it is read.
struct Composer: ~Copyable {
  private var events: EventReader
  private(set) var mistakes: [Mistake] = []
  private(set) var isWhole = true

  init(bytes: [UInt8]) { events = EventReader(bytes: bytes) }

  mutating func document() -> Node? {
    var root: Node?
    while true {
      let event = next()
      switch event.kind {
      case .documentStart where root != nil:
        stop(Mistake("a second document starts here (`---`): one file holds one document", at: event.place))
      case .streamStart, .documentStart, .documentEnd: continue
      case .streamEnd: return root
      case .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
        root = node(from: event, depth: 1)
      }
    }
  }

  /// After a mistake that ends the reading, the text seems to end.
  private mutating func next() -> Event {
    let end = Place(line: 1, column: 1)
    guard isWhole else { return Event(kind: .streamEnd, place: mistakes.last?.place ?? end) }
    do { return try events.next() } catch {
      stop(error)
      return Event(kind: .streamEnd, place: error.place)
    }
  }

  private mutating func stop(_ mistake: Mistake) {
    mistakes.append(mistake)
    isWhole = false
  }

  private mutating func node(from event: Event, depth: Int) -> Node {
    guard depth <= Bounds.depth else {
      if isWhole { stop(Mistake("this is nested more than \(Bounds.depth) levels deep", at: event.place)) }
      return Node(.refused, at: event.place)
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
    case .scalar:
      return tagged(
        Node(.scalar(Node.Scalar(text: event.text, isPlain: event.isPlain)), at: event.place), event)
    case .sequenceStart:
      var items: [Node] = []
      while true {
        let next = next()
        if next.kind == .sequenceEnd || next.kind == .streamEnd {
          return tagged(Node(.sequence(items), at: event.place), event)
        }
        items.append(node(from: next, depth: depth + 1))
      }
    case .mappingStart: return tagged(mapping(from: event, depth: depth), event)
    case .streamEnd: return Node(.refused, at: event.place)
    case .streamStart, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      preconditionFailure("libyaml tells events in the order of its grammar")
    }
  }

  private mutating func mapping(from start: Event, depth: Int) -> Node {
    var entries: [Node.Entry] = []
    var firstLines: [String: Int] = [:]
    while true {
      let next = next()
      if next.kind == .mappingEnd || next.kind == .streamEnd {
        return Node(.mapping(entries), at: start.place)
      }
      let count = mistakes.count
      let key = node(from: next, depth: depth + 1)
      let value = node(from: self.next(), depth: depth + 1)
      // A key that the end of the reading cut off says nothing.
      if !isWhole, key.content == .refused { continue }
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
