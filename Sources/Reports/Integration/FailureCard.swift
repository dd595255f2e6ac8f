import Model
import Templates
import Words

/// A failing test with all that is needed to understand it; one card for several that fail alike.
struct FailureCard: PagePart {
  let frame: PageFrame

  private static let mostFailures = 10
  private static let mostFrames = 30
  private static let mostOwnFrames = 6
  static let mostAlike = 20
  private static let mostMessageLines = 12

  /// Fewer where there are many cards.
  private var linesBefore: Int { material.isCrowded ? 2 : 4 }
  private var linesBehind: Int { material.groups.count > 6 ? 0 : 2 }

  func value(of group: FailureGroup) -> TemplateValue? {
    guard let test = group.tests.first else { return nil }
    var fields = body(of: test)
    guard let words = group.words else { return .object(fields.merging(head(of: test)) { $1 }) }
    let shown = group.tests.prefix(Self.mostAlike)
    let left = group.tests.count - shown.count
    fields.merge([
      "anchor": .optional(material.card(of: test.id)), "status": Status.of(test.outcome).value,
      "name": .line(words), "group": .list([]), "age": .null, "isNew": false, "seconds": .null, "log": .null,
      "past": .null, "history": .null, "culprit": .null,
      "alike": .object([
        "list": .list(shown.enumerated().map { place, test in alike(test, isFirst: place == 0) }),
        "left": left > 0 ? .text(Figures.count(left, "more test")) : .null,
        "href": .text("tests.html#\(Status.of(test.outcome).style)"), "name": .line(TestWords.leaf(test)),
      ]),
    ]) { $1 }
    return .object(fields.merging(RunAgain(Array(shown), material.input).values) { $1 })
  }

  private func head(of test: TestCase) -> [String: TemplateValue] {
    let age = material.age(of: test.id)
    return [
      "anchor": .optional(material.card(of: test.id)), "status": Status.of(test.outcome).value,
      "name": .line(TestWords.leaf(test)), "history": .optional(history(of: test.id)),
      "group": .list((Self.group(of: test) + Self.written(test)).map { .line($0) }),
      "age": age.isEmpty ? .null : .text(age), "isNew": .bool(material.isNew(test)),
      "seconds": .optional(test.seconds.map(Figures.duration)),
      "log": .optional(logLine(of: test).map { address.link("log.html", anchor: "L\($0)") }),
      "past": OutcomeStrip(frame: frame).value(of: test), "alike": .null, "culprit": culprit(of: test),
    ]
  }

  /// One of those that fail alike; the card's own anchor is that of the first.
  private func alike(_ test: TestCase, isFirst: Bool) -> TemplateValue {
    let age = material.age(of: test.id)
    return .object([
      "anchor": isFirst ? .null : .optional(material.card(of: test.id)), "name": .line(TestWords.leaf(test)),
      "href": .text("tests.html#\(SiteMaterial.anchor(of: test.id))"),
      "group": .line(Self.group(of: test).joined(separator: " › "), most: 300),
      "age": age.isEmpty ? .null : .text(age), "isNew": .bool(material.isNew(test)),
      "seconds": .optional(test.seconds.map(Figures.duration)),
      "log": .optional(logLine(of: test).map { address.link("log.html", anchor: "L\($0)") }),
      "culprit": culprit(of: test),
    ])
  }

  /// Which commit broke it, else who may have.
  private func culprit(of test: TestCase) -> TemplateValue {
    let words =
      material.culprits[test.id]?.sentence.capitalizedFirst
      ?? material.fresh[test.id].flatMap { Suspicion.sentence(of: $0, in: report) ?? $0.notRunWords }
    return words.map { .line($0, most: 600) } ?? .null
  }

  /// What it says: the first failure in full, the others folded.
  private func body(of test: TestCase) -> [String: TemplateValue] {
    let all = test.failures.filter { !$0.isKnown }
    // What ended it comes first.
    let told = all.filter { Self.ended(test, $0) } + all.filter { !Self.ended(test, $0) }
    var lines: [FailureLines] = []
    for failure in told {
      if let place = lines.firstIndex(where: { $0.failure.message == failure.message }) {
        lines[place].others.append(failure)
      } else {
        lines.append(FailureLines(failure: failure))
      }
    }
    let shown = lines.prefix(Self.mostFailures)
    let failures =
      shown.enumerated().map { place, one in
        self.failure(
          of: test, one, hasExcerpt: !shown[..<place].contains { $0.isBeside(one.failure) })
      } + crash(of: test, told: told)
    let left = lines.dropFirst(Self.mostFailures).map(\.failure).failureCount
    let folded = failures.dropFirst()
    return [
      "id": .line(test.id.rawValue), "failures": .list(Array(failures.prefix(1))),
      "others": folded.isEmpty
        ? .null
        : .object([
          "words": .text("\(Figures.grouped(folded.count + max(0, left))) more in this test"),
          "list": .list(Array(folded)),
        ]),
      "left": .more(left, "more failure"), "frames": frames(of: test),
      "arguments": .some(Self.arguments(of: test, besides: shown.map(\.failure)).map { .line($0) }),
      "attempts": attempts(of: test), "output": output(of: test), "attachments": attachments(of: test),
      "hasPictures": .bool(hasPictures(test)),
      "known": .some(test.failures.filter(\.isKnown).map { .object(["message": .lines($0.toldAsKnown)]) }),
    ].merging(RunAgain([test], material.input).values) { $1 }
  }

  /// With which arguments it failed, where no failure says it.
  static func arguments(of test: TestCase, besides failures: [TestFailure]) -> [String] {
    let told = Set(
      failures.flatMap { ($0.values?.comment ?? $0.message).split(whereSeparator: \.isNewline) })
    return test.arguments.filter(\.outcome.isFailure).map { SeenPair.line(of: $0.name) }.filter {
      !told.contains("with arguments: \($0)")
    }
  }

  private static func ended(_ test: TestCase, _ failure: TestFailure) -> Bool {
    (test.outcome == .crashed && failure.kind == .crash)
      || (test.outcome == .timedOut && failure.kind == .timeout)
  }

  /// A message, and where else the same was said.
  private struct FailureLines {
    var failure: TestFailure
    var others: [TestFailure] = []

    func isBeside(_ other: TestFailure) -> Bool { failure.file == other.file && failure.line == other.line }
  }

  /// Its name as it stands in the source, where the heading has it in words: who searches for it types that.
  private static func written(_ test: TestCase) -> [String] {
    TestWords.leaf(test) == test.name ? [] : [test.name]
  }

  /// The target and the suites around a test.
  static func group(of test: TestCase) -> [String] {
    [test.target] + SuiteWords.shown(test) + TestWords.groups(test)
  }

  /// Where the log tells of it: what it printed if that is known, else its first failure.
  private func logLine(of test: TestCase) -> Int? {
    let places = material.log.places
    if let line = places.line(of: test) { return line }
    return test.failures.lazy.filter { !$0.isKnown }.compactMap {
      places.line(of: $0.file, $0.line, message: $0.message)
    }.first
  }

  private func failure(of test: TestCase, _ one: FailureLines, hasExcerpt: Bool) -> TemplateValue {
    let failure = one.failure
    let status: Status? =
      switch failure.kind {
      case .crash: test.outcome == .crashed ? nil : .of(TestOutcome.crashed)
      case .timeout: test.outcome == .timedOut ? nil : .of(TestOutcome.timedOut)
      case .assertion, .thrownError, .unfulfilledExpectation, .other:
        test.outcome == .failed ? nil : .of(TestOutcome.failed)
      }
    var fields = made(failure, status: status, hasExcerpt: hasExcerpt)
    fields["hint"] = .optional(FailureHint.of(failure, in: test).map { Shown.line($0) })
    fields["also"] = .some(
      one.others.filter { !$0.isAt(failure) }.prefix(Self.mostFailures)
        .map { place($0.file, $0.line, $0.placeWords) })
    if failure.kind == .crash { fields["caller"] = caller(of: test) }
    return .object(fields)
  }

  /// What a crash says when no failure tells of it.
  private func crash(of test: TestCase, told: [TestFailure]) -> [TemplateValue] {
    guard let crash = test.crash else {
      guard told.isEmpty else { return [] }
      let nothing = TestFailure(
        message: "Nothing was said about why.", file: test.file, line: test.line, kind: .other)
      return [.object(made(nothing, status: nil))]
    }
    if told.contains(where: { $0.kind == .crash }) { return [] }
    var failure = TestFailure(message: crash.message, file: crash.file, line: crash.line, kind: .crash)
    failure.isAtDeclaration = crash.isAtDeclaration
    var fields = made(failure, status: nil)
    fields["caller"] = caller(of: test)
    return [.object(fields)]
  }

  /// Where the test stood when something that it called crashed.
  private func caller(of test: TestCase) -> TemplateValue {
    guard let caller = test.crashCaller else {
      guard let crash = test.crash, test.file == nil || test.file != crash.file else { return .null }
      return .object(["words": "Where the test stood then is not known.", "place": .null, "excerpt": .null])
    }
    return .object([
      "words": caller.isDeclaration
        ? "No line of the test is in its stack; it is declared at" : "called in the test at",
      "place": place(caller.file, caller.line), "excerpt": excerpt(caller.file, caller.line),
    ])
  }

  private func made(
    _ failure: TestFailure, status: Status?, hasExcerpt: Bool = true
  ) -> [String: TemplateValue] {
    let values = failure.values
    let text = Shown.withoutColors(values?.comment ?? failure.plainMessage)
    let told = values == nil ? ToldDifference(message: text) : nil
    let compared = values.map(Self.texts).flatMap { LineDifference.of($0, $1) }
    // "The two values are not equal within 0.0001"
    let isBound = values?.isBound ?? false
    let said =
      isBound ? "" : told.map { [$0.lead, $0.rest].filter { !$0.isEmpty }.joined(separator: "\n") } ?? text
    let lines = said.split(separator: "\n", omittingEmptySubsequences: false)
    let isLong = lines.count > Self.mostMessageLines + 3
    return [
      "status": status?.value ?? .null,
      "message": said.isEmpty
        ? .null : .lines(isLong ? lines.prefix(Self.mostMessageLines).joined(separator: "\n") : said),
      "rest": isLong
        ? .object([
          "words": .text(Figures.count(lines.count - Self.mostMessageLines, "more line")),
          "text": .lines(lines.dropFirst(Self.mostMessageLines).joined(separator: "\n")),
        ]) : .null,
      "headline": .optional(
        values.map { Self.headline($0, asOne: compared != nil) + (isBound ? " " + Shown.line(text) : "") }),
      "values": compared == nil ? values.map(Self.shown) ?? .null : .null,
      "difference": (told ?? compared).map { DifferenceView(difference: $0).value } ?? .null, "hint": .null,
      "also": .null, "caller": .null, "place": place(failure.file, failure.line, failure.placeWords),
      "excerpt": hasExcerpt
        ? excerpt(failure.file, failure.line, isMarked: failure.isAtDeclaration != true) : .null,
    ]
  }

  private static func headline(_ values: ComparedValues, asOne: Bool) -> String {
    guard asOne else { return "The two values are not equal" }
    func name(_ value: ComparedValues.Value, _ side: String) -> String {
      value.expression.map { Shown.line(Shown.withoutColors($0), most: 80) } ?? "the \(side)"
    }
    let (first, second) = (name(values.first, "first"), name(values.second, "second"))
    return "The two values are not equal (– \(first), + \(second))"
  }

  static func shown(_ values: ComparedValues) -> TemplateValue {
    func value(
      _ side: String, _ value: ComparedValues.Value, _ parts: [ValueDifference.Part]
    ) -> TemplateValue {
      let expression = value.expression.map { TemplateValue.line(Shown.withoutColors($0), most: 500) }
      return .object([
        "side": .text(side), "expression": expression ?? .null, "parts": .list(parts.map(part)),
        "isEmpty": .bool(parts.allSatisfy(\.text.isEmpty)),
      ])
    }
    let texts = Self.texts(values)
    let difference = ValueDifference(texts.first, texts.second)
    return .object([
      "list": .list([
        value("first", values.first, difference.first), value("second", values.second, difference.second),
      ])
    ])
  }

  /// Both values; drawn where they look alike to Swift too.
  static func texts(_ values: ComparedValues) -> (first: String, second: String) {
    let (first, second) = (Shown.withoutColors(values.first.value), Shown.withoutColors(values.second.value))
    guard first == second, let pair = SeenPair(values.first.value, values.second.value) else {
      return (first, second)
    }
    return (pair.first, pair.second)
  }

  /// What a page would show as a blank, or not at all, as a sign.
  private static func signed(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { signed, scalar in
      let properties = scalar.properties
      let isHidden =
        properties.isDefaultIgnorableCodePoint
        || (properties.isWhitespace && !" \t\n".unicodeScalars.contains(scalar))
      guard isHidden else { return signed.unicodeScalars.append(scalar) }
      signed +=
        UnseenCharacter.picture(of: scalar) ?? "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩"
    }
  }

  /// A difference that is nothing but blanks is drawn: else one looks at it and sees none.
  static func part(_ part: ValueDifference.Part) -> TemplateValue {
    let isBlank = part.differs && !part.text.isEmpty && part.text.allSatisfy { $0 == " " || $0 == "\t" }
    let blanks = part.text.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
    let pieces = blanks.flatMap { index, spaces -> [TemplateValue] in
      let tab: TemplateValue = .object(["text": .text("\t"), "isTab": true])
      let dots: TemplateValue = .object(["text": .text(String(spaces)), "isTab": false])
      return (index > 0 ? [tab] : []) + (spaces.isEmpty ? [] : [dots])
    }
    return .object([
      "text": .lines(part.differs ? signed(part.text) : part.text), "differs": .bool(part.differs),
      "blanks": isBlank ? .some(pieces) : .null,
    ])
  }

  /// The lines around a place, from the file as it was integrated.
  func excerpt(_ file: PackagePath?, _ line: Int?, isMarked: Bool = true) -> TemplateValue {
    guard let file, let line, let source = material.text(of: file), line >= 1, line <= source.lineCount
    else { return .null }
    let shown = max(1, line - linesBefore)...min(source.lineCount, line + linesBehind)
    let href = self.source(file, line: line)
    return .object([
      "label": .line("\(file.rawValue), lines \(shown.lowerBound) to \(shown.upperBound)"),
      "lines": .list(
        shown.map { number in
          .object([
            "number": .int(number), "code": .raw(source.markup(line: number)),
            "isHere": .bool(isMarked && number == line), "href": .optional(number == line ? href : nil),
          ])
        }),
    ])
  }

  private func frames(of test: TestCase) -> TemplateValue {
    guard let stack = test.crash?.frames ?? test.stack, !stack.isEmpty else { return .null }
    let frames = stack.prefix(Self.mostFrames).map { ($0, isOwn($0)) }
    var own: [StackFrame] = []
    for (frame, isOwn) in frames
    where isOwn && (frame.line != nil || own.isEmpty) && !(own.last.map { $0.isAt(frame) } ?? false) {
      own.append(frame)
    }
    // Two are shown with their source, unless the line of the innermost is not known.
    let isOwnTold = own.count > 2 || own.first.map { $0.line == nil } ?? false
    let left = stack.count - frames.count
    return .object([
      "signal": .optional(test.crash?.signal), "count": .count(stack.count),
      "own": isOwnTold
        ? .some(own.prefix(Self.mostOwnFrames).map { self.frame($0, isOwn: true) }) : .null,
      "list": .list(frames.map { self.frame($0.0, isOwn: $0.1) }), "left": .more(left, "more frame"),
    ])
  }

  private func isOwn(_ frame: StackFrame) -> Bool {
    frame.file.map { material.pages[PackagePath($0)] != nil } ?? false
  }

  private func frame(_ frame: StackFrame, isOwn: Bool) -> TemplateValue {
    .object([
      "function": .line(frame.words, most: 500),
      "place": place(frame.file.map { PackagePath($0) }, frame.line), "isOwn": .bool(isOwn),
    ])
  }

  private func attempts(of test: TestCase) -> TemplateValue {
    guard let words = test.attemptWords else { return .null }
    let attempts = test.attempts.isEmpty ? [TestAttempt(test)] : test.attempts
    let list = attempts.enumerated().map { place, attempt -> TemplateValue in
      let failures = attempt.failures.filter { !$0.isKnown }.prefix(Self.mostFailures)
      return .object([
        "status": Status.of(attempt.outcome).value, "where": .text(place == 0 ? "in the test run" : "alone"),
        "seconds": .optional(attempt.seconds.map(Figures.duration)),
        "failures": .list(
          failures.map {
            .object([
              "message": .lines(Shown.withoutColors($0.message), most: 2000),
              "place": self.place($0.file, $0.line),
            ])
          }),
        "printed": attempt.output.map {
          $0.isEmpty ? .null : .lines(Shown.withoutColors($0), most: 5000)
        } ?? .null,
      ])
    }
    return .object(["words": .text(words), "list": .list(list)])
  }

  private func output(of test: TestCase) -> TemplateValue {
    guard let output = test.output, !output.isEmpty else { return .null }
    let text = Shown.withoutColors(output)
    let lines =
      text.split(separator: "\n", omittingEmptySubsequences: false).count - (text.hasSuffix("\n") ? 1 : 0)
    return .object(["text": .lines(text, most: 20_000), "lines": .text(Figures.count(max(lines, 1), "line"))])
  }
}

extension TestFailure {
  fileprivate func isAt(_ other: TestFailure) -> Bool { file == other.file && line == other.line }
}

extension StackFrame {
  fileprivate func isAt(_ other: StackFrame) -> Bool { file == other.file && line == other.line }
}
