import Model

extension JSONText {
  mutating func value(_ tests: TestReport) {
    object {
      $0.key("cases")
      $0.array(tests.cases) { $0.value($1) }
      $0.member("crashed", tests.count(.crashed))
      $0.member("expectedFailures", tests.count(.expectedFailure))
      $0.member("failed", tests.count(.failed))
      $0.member("notRun", tests.count(.notRun))
      $0.member("passed", tests.count(.passed))
      $0.member("skipped", tests.count(.skipped))
      $0.member("timedOut", tests.count(.timedOut))
      $0.member("total", tests.cases.count)
    }
  }

  private mutating func value(_ test: TestCase) {
    object { text in
      text.key("arguments")
      text.array(test.arguments) { text, argument in
        text.object {
          $0.member("name", argument.name)
          $0.member("outcome", argument.outcome.rawValue)
        }
      }
      text.key("attachments")
      text.row(test.attachments) { $0.value($1) }
      text.key("crash")
      if let crash = test.crash { text.value(crash) } else { text.null() }
      text.member("displayName", test.displayName)
      text.key("failures")
      text.array(test.failures) { $0.value($1) }
      text.member("file", test.file?.rawValue)
      text.member("id", test.id.rawValue)
      text.member("library", test.library.rawValue)
      text.member("line", test.line)
      text.key("measurements")
      text.array(test.measurements) { $0.value($1) }
      text.member("name", test.name)
      text.member("outcome", test.outcome.rawValue)
      text.member("output", test.output)
      text.member("seconds", seconds: test.seconds)
      text.member("skipReason", test.skipReason)
      text.member("suite", test.suite)
      text.key("suiteNames")
      text.row(test.suiteNames) { $0.value($1) }
      text.key("tags")
      text.row(test.tags) { $0.value($1) }
      text.member("target", test.target)
    }
  }

  private mutating func value(_ failure: TestFailure) {
    object {
      $0.member("column", failure.column)
      $0.member("file", failure.file?.rawValue)
      $0.member("isKnown", failure.isKnown)
      $0.member("kind", failure.kind.rawValue)
      $0.member("line", failure.line)
      $0.member("message", failure.message)
      $0.key("values")
      if let values = failure.values { $0.value(values) } else { $0.null() }
    }
  }

  private mutating func value(_ values: ComparedValues) {
    object { text in
      text.member("comment", values.comment)
      for (name, value) in [("first" as StaticString, values.first), ("second", values.second)] {
        text.key(name)
        text.object {
          $0.member("expression", value.expression)
          $0.member("value", value.value)
        }
      }
    }
  }

  private mutating func value(_ crash: TestCrash) {
    object { text in
      text.member("file", crash.file?.rawValue)
      text.key("frames")
      text.array(crash.frames) { text, frame in
        text.object {
          $0.member("column", frame.column)
          $0.member("file", frame.file)
          $0.member("function", frame.function)
          $0.member("line", frame.line)
        }
      }
      text.member("line", crash.line)
      text.member("message", crash.message)
      text.member("signal", crash.signal)
    }
  }

  private mutating func value(_ measurement: Measurement) {
    object {
      $0.key("average")
      $0.value(measurement.average)
      $0.member("metric", measurement.metric)
      $0.key("relativeStandardDeviation")
      $0.value(measurement.relativeStandardDeviation)
      $0.key("values")
      $0.row(measurement.values) { $0.value($1) }
    }
  }
}
