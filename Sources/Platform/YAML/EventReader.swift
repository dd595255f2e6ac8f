import CYAML

struct Event {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var kind: Kind
  var place: Place
  var anchor: String?
  var tag: String?
  var text = ""
  var isPlain = false
}

/// Owns one libyaml parser and the bytes that it reads.
struct EventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(bytes source: [UInt8]) {
    bytes = .allocate(capacity: max(source.count, 1))
    _ = bytes.update(fromContentsOf: source)
    parser = .allocate(capacity: 1)
    precondition(yaml_parser_initialize(parser) == 1, "libyaml has no memory for a parser")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, source.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  mutating func next() throws(Mistake) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw mistake() }
    defer { yaml_event_delete(&event) }
    return Event(copying: event)
  }

  private func mistake() -> Mistake {
    let state = parser.pointee
    var text = bytes.dropFirst(0)
    if state.error == YAML_READER_ERROR {
      // The reader knows only the offset, and its own mark runs ahead of it.
      text = text.prefix(min(Int(state.problem_offset), text.count))
      let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let column = String(decoding: lines.last ?? text, as: UTF8.self).unicodeScalars.count + 1
      return Mistake(readerMessage(state), at: Place(line: max(lines.count, 1), column: column))
    }
    let mark = state.problem_mark
    let complaint = Complaint(
      problem: state.problem.map { String(cString: $0) } ?? "",
      context: state.context.map { String(cString: $0) } ?? "",
      contextLine: state.context == nil ? nil : Int(state.context_mark.line) + 1,
      line: line(Int(mark.line)), column: Int(mark.column))
    return Mistake(complaint.sentence, at: Place(complaint.isAboutItsStart ? state.context_mark : mark))
  }

  private func readerMessage(_ state: yaml_parser_t) -> String {
    let problem = state.problem.map { String(cString: $0) } ?? ""
    return problem == "control characters are not allowed"
      ? "a control character stands here: a YAML file is plain text"
      : "this is not UTF-8 text: save the file as UTF-8"
  }

  private func line(_ index: Int) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return index < lines.count ? String(decoding: lines[index], as: UTF8.self) : ""
  }
}

extension Place {
  init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}

extension Event {
  /// Everything is copied: the event's memory is freed as soon as it was read.
  init(copying event: yaml_event_t) {
    place = Place(event.start_mark)
    let data = event.data
    switch event.type {
    case YAML_STREAM_START_EVENT: kind = .streamStart
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: kind = .streamEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT:
      kind = .alias
      anchor = Self.text(data.alias.anchor)
    case YAML_SCALAR_EVENT:
      kind = .scalar
      anchor = Self.text(data.scalar.anchor)
      tag = Self.text(data.scalar.tag)
      text = String(
        decoding: UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length), as: UTF8.self)
      isPlain = data.scalar.style == YAML_PLAIN_SCALAR_STYLE
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      anchor = Self.text(data.sequence_start.anchor)
      tag = Self.text(data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      anchor = Self.text(data.mapping_start.anchor)
      tag = Self.text(data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: preconditionFailure("libyaml knows no other event")
    }
  }

  private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
