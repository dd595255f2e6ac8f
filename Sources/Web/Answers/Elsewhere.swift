import Files
import Foundation
import Model
import Words

/// `cctray.xml`: what programs read that show the state of many servers. A bot comes with its first
/// integration that ended: each has to have the time of one, and readers stop at one without or tell of 1970.
enum Tray {
  static func text(_ bots: [BotFace], base: String) -> String {
    let lines = bots.compactMap { bot -> String? in
      guard let latest = bot.latest else { return nil }
      let fields = [
        ("name", bot.name), ("activity", bot.isRunning ? "Building" : "Sleeping"),
        ("lastBuildStatus", status(latest)), ("lastBuildLabel", "\(latest.number.value)"),
        ("lastBuildTime", Moment.iso(latest.ended ?? latest.started)),
        ("webUrl", "\(base)/bots/\(SitePath.encoded(bot.id.rawValue))/"),
      ]
      return "  <Project" + fields.map { " \($0)=\"\(XMLWords.escaped($1))\"" }.joined() + "/>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Projects>\n" + lines.joined() + "</Projects>\n"
  }

  private static func status(_ latest: PastIntegration) -> String {
    switch latest.result {
    case nil: "Unknown"
    case .flaky where latest.isGreen: "Success"
    case .succeeded, .warnings, .analyzerWarnings: "Success"
    case .testFailures, .flaky, .buildErrors: "Failure"
    case .canceled, .inconclusive, .checkoutError, .triggerError, .internalError: "Exception"
    }
  }
}

/// `/metrics`, in the text that Prometheus reads.
enum Metrics {
  static func text(_ bots: [BotFace], isWatched: Bool, listeners: Int, now: Date) -> String {
    var text = ""
    func family(_ name: String, _ help: String, _ values: [(labels: String, value: Double)]) {
      guard !values.isEmpty else { return }
      text += "# HELP bothy_\(name) \(help)\n# TYPE bothy_\(name) gauge\n"
      for (labels, value) in values {
        let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
        text += "bothy_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number)\n"
      }
    }
    func each(_ value: (BotFace) -> Double?) -> [(labels: String, value: Double)] {
      bots.compactMap { bot in value(bot).map { ("bot=\"\(label(bot.id.rawValue))\"", $0) } }
    }
    family("watcher_up", "Whether a watcher runs.", [("", isWatched ? 1 : 0)])
    family("event_listeners", "How many listen to what happens.", [("", Double(listeners))])
    family("running", "Whether the bot integrates now.", each { $0.isRunning ? 1 : 0 })
    family("waiting", "How many integrations of the bot wait.", each { Double($0.waiting) })
    family(
      "last_integration", "The number of the newest that ended, of its base branch.",
      each { $0.latest.map { Double($0.number.value) } })
    family(
      "last_status", "The exit status that it came to: 0 is green.",
      each { $0.latest?.exitStatus.map(Double.init) })
    let results = bots.compactMap { bot in
      bot.latest?.result.map { ("bot=\"\(label(bot.id.rawValue))\",result=\"\($0.rawValue)\"", 1.0) }
    }
    family("last_result", "How it ended; there is the one that holds.", results)
    family("last_ended_timestamp_seconds", "When.", each { $0.latest?.ended?.timeIntervalSince1970 })
    family("last_duration_seconds", "How long it took.", each { $0.latest?.seconds })
    family("last_tests", "How many tests it had.", each { $0.latest?.tests.map { Double($0.total) } })
    family(
      "last_tests_failed", "How many of them failed, crashed or timed out.",
      each { $0.latest?.tests.map { Double($0.failures) } })
    family(
      "last_lines_executable", "How many lines could run.",
      each { $0.latest?.lines.map { Double($0.executable) } })
    family(
      "last_lines_executed", "How many did, also in part.",
      each { $0.latest?.lines.map { Double($0.executed) } })
    return text
  }

  private static func label(_ text: String) -> String {
    text.replacingSigns { $0 == "\n" ? "\\n" : $0 == "\r" ? " " : Sign.inQuotes($0) }
  }
}

/// An Atom feed of a bot: an entry for each integration that ended.
enum Feed {
  /// - Parameter origin: where the bot's package lies. Whatever name a reader calls this machine by, an
  ///   entry that was read once is known again.
  static func text(
    _ bot: BotID, name: String, origin: String, _ past: [PastIntegration], base: String
  ) -> String {
    let own = "\(bot.rawValue)\n\(origin)"
    let home = "\(base)/bots/\(SitePath.encoded(bot.rawValue))/"
    let ended = past.compactMap { one in one.result.map { (one, $0, one.ended ?? one.started) } }
    let updated = ended.map(\.2).max() ?? Date(timeIntervalSince1970: 0)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <title>\(XMLWords.escaped(name))</title>
      <id>\(id(own))</id>
      <link rel="alternate" type="text/html" href="\(XMLWords.escaped(home))"/>
      <link rel="self" type="application/atom+xml" href="\(XMLWords.escaped(home))feed.atom"/>
      <updated>\(Moment.iso(updated))</updated>
      <generator>Bothy</generator>

      """
    for (one, result, when) in ended {
      let page = "\(home)\(one.number.value)/"
      let reason = one.reason ?? result.rawValue
      // One that ran some tests says so first.
      let title = one.isLimited ? one.sentence ?? reason : reason
      let commit = one.commit.map { " at \($0.short)" } ?? ""
      let branch = one.branch.map { " on \($0)" } ?? ""
      text += """
        <entry>
        <title>\(XMLWords.escaped("\(one.number)\(branch): \(title)"))</title>
        <id>\(id("\(own)\n\(one.number.value)\n\(one.started.timeIntervalSince1970)"))</id>
        <link rel="alternate" type="text/html" href="\(XMLWords.escaped(page))"/>
        <updated>\(Moment.iso(when))</updated>
        <author><name>\(XMLWords.escaped(one.author ?? name))</name></author>
        <category term="\(result.rawValue)"/>
        <summary>\(XMLWords.escaped("\(one.sentence ?? reason) – \(one.subject ?? "")\(commit)"))</summary>
        </entry>

        """
    }
    return text + "</feed>\n"
  }

  /// Made of what is known of a thing, as UUIDs of version 8 are.
  private static func id(_ text: String) -> String {
    var digits = Array(SHA256.hex(Array(text.utf8)).prefix(32))
    (digits[12], digits[16]) = ("8", "a")
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "urn:uuid:" + parts.joined(separator: "-")
  }
}

/// Text within XML: what XML cannot hold is left out.
enum XMLWords {
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Text within quotes of JSON.
enum JSONWords {
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
