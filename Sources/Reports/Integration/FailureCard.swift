import Model
import Templates
import Words

/// A failing test with all that is needed to understand it.
struct FailureCard: PagePart {
  let frame: PageFrame

  private static let linesBefore = 4
  private static let linesBehind = 2
  private static let mostFailures = 10
  private static let mostFrames = 30

  func value(of test: TestCase) -> TemplateValue {
    let told = test.failures.filter { !$0.isKnown }
    let shown = Array(told.prefix(Self.mostFailures))
    let failures = shown.indices.map { index in
      let failure = shown[index]
      let isRepeated = shown[..<index].contains { $0.file == failure.file && $0.line == failure.line }
      return self.failure(of: test, failure, hasExcerpt: !isRepeated)
    }
    let left = told.count - failures.count
    let age = material.age(of: test.id)
    return .object([
      "anchor": .optional(material.card(of: test.id)), "status": Status.of(test.outcome).value,
      "name": .line(TestWords.leaf(test)), "id": .line(test.id.rawValue),
      "group": .list(Self.group(of: test).map { .line($0) }), "age": age.isEmpty ? .null : .text(age),
      "isNew": .bool(material.isNew(test)), "seconds": .optional(test.seconds.map(Figures.duration)),
      "log": .optional(logLine(of: test).map { address.link("log.html", anchor: "L\($0)") }),
      "past": OutcomeStrip(frame: frame).value(of: test),
      "failures": .list(failures + crash(of: test, told: told)), "left": .more(left, "more failure"),
      "frames": frames(of: test),
      "arguments": .some(test.arguments.filter(\.outcome.isFailure).map { .line($0.name) }),
      "attempts": attempts(of: test), "output": output(of: test), "attachments": .some(attachments(of: test)),
      "hasPictures": .bool(test.files.contains { isBeside($0) && isPicture($0) }),
      "command": .text(RunAgain(test).bothy(material.input)),
      "stock": .text(RunAgain(test).swift),
      "known": .some(test.failures.filter(\.isKnown).map { .object(["message": .lines($0.message)]) }),
    ])
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

  private func failure(of test: TestCase, _ failure: TestFailure, hasExcerpt: Bool) -> TemplateValue {
    let status: Status? =
      switch failure.kind {
      case .crash: test.outcome == .crashed ? nil : .of(TestOutcome.crashed)
      case .timeout: test.outcome == .timedOut ? nil : .of(TestOutcome.timedOut)
      case .assertion, .thrownError, .unfulfilledExpectation, .other:
        test.outcome == .failed ? nil : .of(TestOutcome.failed)
      }
    return made(
      message: failure.message, values: failure.values, failure.file, failure.line, status: status,
      hasExcerpt: hasExcerpt)
  }

  /// What a crash says when no failure tells of it.
  private func crash(of test: TestCase, told: [TestFailure]) -> [TemplateValue] {
    guard let crash = test.crash else {
      guard told.isEmpty else { return [] }
      return [made(message: "Nothing was said about why.", test.file, test.line, status: nil)]
    }
    if told.contains(where: { $0.kind == .crash }) { return [] }
    return [made(message: crash.message, crash.file, crash.line, status: nil)]
  }

  private func made(
    message: String, values: ComparedValues? = nil, _ file: PackagePath?, _ line: Int?, status: Status?,
    hasExcerpt: Bool = true
  ) -> TemplateValue {
    let text = Shown.withoutColors(values?.comment ?? message)
    return .object([
      "status": status?.value ?? .null, "message": text.isEmpty ? .null : .lines(text),
      "headline": values == nil ? .null : .text("The two values are not equal"),
      "values": values.map(Self.shown) ?? .null, "place": place(file, line),
      "excerpt": hasExcerpt ? excerpt(file, line) : .null,
    ])
  }

  private static func shown(_ values: ComparedValues) -> TemplateValue {
    func value(
      _ side: String, _ value: ComparedValues.Value, _ parts: [ValueDifference.Part]
    ) -> TemplateValue {
      let expression = value.expression.map { TemplateValue.line(Shown.withoutColors($0), most: 500) }
      return .object([
        "side": .text(side), "expression": expression ?? .null, "parts": .list(parts.map(part)),
      ])
    }
    let difference = ValueDifference(
      Shown.withoutColors(values.first.value), Shown.withoutColors(values.second.value))
    return .object([
      "list": .list([
        value("first", values.first, difference.first), value("second", values.second, difference.second),
      ])
    ])
  }

  /// A difference that is nothing but blanks is drawn: else one looks at it and sees none.
  private static func part(_ part: ValueDifference.Part) -> TemplateValue {
    let isBlank = part.differs && !part.text.isEmpty && part.text.allSatisfy { $0 == " " || $0 == "\t" }
    let blanks = part.text.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
    let pieces = blanks.flatMap { index, spaces -> [TemplateValue] in
      let tab: TemplateValue = .object(["text": .text("\t"), "isTab": true])
      let dots: TemplateValue = .object(["text": .text(String(spaces)), "isTab": false])
      return (index > 0 ? [tab] : []) + (spaces.isEmpty ? [] : [dots])
    }
    return .object([
      "text": .lines(part.text), "differs": .bool(part.differs), "blanks": isBlank ? .some(pieces) : .null,
    ])
  }

  /// The lines around a place, from the file as it was integrated.
  func excerpt(_ file: PackagePath?, _ line: Int?) -> TemplateValue {
    guard let file, let line, let source = material.text(of: file), line >= 1, line <= source.lineCount
    else { return .null }
    let shown = max(1, line - Self.linesBefore)...min(source.lineCount, line + Self.linesBehind)
    let href = self.source(file, line: line)
    return .object([
      "label": .line("\(file.rawValue), lines \(shown.lowerBound) to \(shown.upperBound)"),
      "lines": .list(
        shown.map { number in
          .object([
            "number": .int(number), "code": .raw(source.markup(line: number)),
            "isHere": .bool(number == line), "href": .optional(number == line ? href : nil),
          ])
        }),
    ])
  }

  private func frames(of test: TestCase) -> TemplateValue {
    guard let crash = test.crash, !crash.frames.isEmpty else { return .null }
    let frames = crash.frames.prefix(Self.mostFrames).map { frame -> TemplateValue in
      let path = frame.file.map { PackagePath($0) }
      return .object([
        "function": .line(frame.function, most: 500), "place": place(path, frame.line),
        "isOwn": .bool(path.map { material.pages[$0] != nil } ?? false),
      ])
    }
    return .object([
      "signal": .optional(crash.signal), "count": .count(crash.frames.count), "list": .list(frames),
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
