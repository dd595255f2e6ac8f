import Foundation
import Kit

/// What a report says, in one line.
struct Told {
  let report: JSON

  init(_ report: JSON) { self.report = report }

  var text: String {
    let commit = report["commit"]
    var parts = [
      "#\(report["integration"] ?? .null) \(commit?["branch"]?.text ?? "no branch"): "
        + (isLimited ? "limited, " : "") + "\(report["result"]?.text ?? "?"), \(counts)"
    ]
    if let with = report["comparedWith"]?["integration"]?.number { parts.append("with #\(Int(with))") }
    if let base = report["comparedWith"]?["base"]?["integration"]?.number {
      parts.append("base #\(Int(base))")
    }
    parts += changes
    for (word, list) in [("new", "new"), ("back", "cameBack"), ("still", "unresolved")] {
      parts += issues(word, list) { _ in true }
    }
    parts += issues("resolved", "resolved") { $0["testIsGone"] != .bool(true) }
    parts += issues("gone", "resolved") { $0["testIsGone"] == .bool(true) }
    if let commits = report["commits"]?.elements?.count, commits > 1 { parts.append("\(commits) commits") }
    return parts.joined(separator: "; ")
  }

  /// Which tests came, went, are called otherwise or are skipped now.
  private var changes: [String] {
    let changes = report["comparedWith"]?["tests"]
    func names(_ key: String) -> [String] {
      changes?[key]?.elements?.compactMap { $0.text.map(Self.short) } ?? []
    }
    let renamed = (changes?["renamed"]?.elements ?? []).map { one in
      "\(Self.short(one["from"]?.text ?? "?")) is \(Self.short(one["to"]?.text ?? "?")) now"
    }
    let counts = [("+", names("added")), ("-", names("gone"))].filter { !$0.1.isEmpty }
      .map { "\($0.0)\($0.1.count) tests" }
    let skipped = names("skipped")
    return counts + renamed + (skipped.isEmpty ? [] : ["skips \(skipped.joined(separator: ", "))"])
  }

  private static func short(_ test: String) -> String {
    String(test.drop { $0 != "." }.dropFirst())
  }

  private var isLimited: Bool { report["limited"].map { $0 != .null } ?? false }

  private var counts: String {
    let words = [
      ("passed", "passed"), ("failed", "failed"), ("crashed", "crashed"), ("timedOut", "timed out"),
      ("flaky", "flaky"), ("skipped", "skipped"), ("notRun", "not run"),
    ]
    var parts = words.compactMap { key, word in
      report["tests"]?[key]?.number.flatMap { $0 > 0 ? "\(Int($0)) \(word)" : nil }
    }
    if parts.isEmpty { parts = ["nothing tested"] }
    if let lines = report["coverage"]?["lines"], let all = lines["executable"], let ran = lines["executed"] {
      parts.append("\(ran) of \(all) lines")
    }
    return parts.joined(separator: ", ")
  }

  private func issues(_ word: String, _ list: String, where belongs: (JSON) -> Bool) -> [String] {
    let names = (report["issues"]?[list]?.elements ?? []).filter(belongs).map(name).sorted()
    return names.isEmpty ? [] : ["\(word) \(names.joined(separator: ", "))"]
  }

  private func name(_ issue: JSON) -> String {
    var name =
      issue["test"]?.text.map { String($0.drop { $0 != "." }.dropFirst()) }
      ?? "\(issue["kind"]?.text ?? "?") \(URL(filePath: issue["file"]?.text ?? "?").lastPathComponent)"
    if let last = issue["lastIn"]?.number { name += " (last in #\(Int(last)))" }
    if let other = issue["otherMessageIn"]?.number { name += " (other than in #\(Int(other)))" }
    return name
  }
}
