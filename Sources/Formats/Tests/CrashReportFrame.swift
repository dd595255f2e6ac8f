internal import Demangling
internal import Foundation
import Model

struct CrashReportFrame {
  var function: String
  var file: String?
  var line: Int?
  var column: Int?
  /// Written by the compiler: a thunk, or a frame that only the runtime knows.
  var isGenerated: Bool
  var macro: MacroPlace?

  init?(json frame: [String: Any]) {
    guard let name = (frame["description"] ?? frame["symbol"]) as? String else { return nil }
    function = Self.cleaned(name)
    isGenerated = frame["system"] as? Bool == true
    takeThunk(frame["thunk"] as? Bool == true)
    let place = frame["sourceLocation"] as? [String: Any] ?? [:]
    take(
      file: place["file"] as? String, line: (place["line"] as? NSNumber)?.intValue,
      column: (place["column"] as? NSNumber)?.intValue)
  }

  /// `3 [ra] [thunk] 0x000055ab Crasher.index(_:_:) + 51 in Bundle.xctest at /abs/File.swift:3:68`
  init?(line text: Substring) {
    let pattern = /\s*\d+ \s*((?:\[[a-z]+\]\s*)*)0x[0-9a-f]+ (.+)/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    isGenerated = match.1.contains("system")
    var name = match.2
    var place: Substring?
    if let at = name.range(of: " at /", options: .backwards) {
      place = name[name.index(before: at.upperBound)...]
      name = name[..<at.lowerBound]
    }
    if let image = name.range(of: " in ", options: .backwards), !name[image.upperBound...].contains(" ") {
      name = name[..<image.lowerBound]
    }
    function = Self.cleaned(String(name))
    takeThunk(match.1.contains("thunk"))
    guard let parts = place?.split(separator: ":"), let file = parts.first else { return }
    take(
      file: String(file), line: parts.count > 1 ? Int(parts[1]) : nil,
      column: parts.count > 2 ? Int(parts[2]) : nil)
  }

  /// Made by the compiler at the place of the function that it leads to.
  var standsForAnother: Bool {
    ["partial apply", "thunk", "reabstraction", "merged", "protocol witness", "dispatch thunk", "@objc"]
      .contains { function.hasPrefix($0) }
  }

  /// It was written in that file, and nobody knows where in it the process was.
  var hasNoLine: Bool { file != nil && line == nil && !standsForAnother && writtenIn == nil }

  /// The runtime takes each initializer that also allocates for a thunk; of a value it is the only one.
  private mutating func takeThunk(_ isThunk: Bool) {
    guard isThunk else { return }
    let isOfValue = function.contains(".init(") || function.contains(".init<")
    if !isOfValue || standsForAnother { isGenerated = true }
  }

  /// Of an argument that is only asked for later: the function in which it was written.
  var writtenIn: String? {
    guard line == nil, function.hasPrefix("implicit closure #"), let lead = function.range(of: " in ") else {
      return nil
    }
    return String(function[lead.upperBound...])
  }

  private mutating func take(file: String?, line: Int?, column: Int?) {
    guard let file, !file.hasSuffix("<compiler-generated>") else {
      isGenerated = isGenerated || file != nil
      return
    }
    // What a macro makes lies in the build folder, and in no source.
    guard !file.contains("/swift-generated-sources/") else {
      macro = MacroPlace(file: file, line: line)
      return isGenerated = true
    }
    self.file = file
    // What the compiler made itself of a function is in no line.
    guard let line, line > 0 else { return }
    self.line = line
    self.column = column.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Without the offset, and with ordinary spaces in raw identifiers.
  private static func cleaned(_ name: String) -> String {
    var name = name.replacing("\u{A0}", with: " ")
    if let plus = name.range(of: " + ", options: .backwards), Int(name[plus.upperBound...]) != nil {
      name = String(name[..<plus.lowerBound])
    }
    // Runtimes that give no description give a mangled name.
    guard name.hasPrefix("$s") || name.hasPrefix("$S"), !name.contains(" ") else { return name }
    return Demangler.demangle(name)
  }

  /// Whether a frame is the body of a test, or a closure in it, which is not the test `itself`.
  static func isFunction(_ function: String, of test: TestCase, itself: Bool = false) -> Bool {
    var path = test.suite.isEmpty ? test.name : "\(test.suite.replacing("/", with: ".")).\(test.name)"
    if test.library == .xctest { path += "()" }
    guard let found = function.range(of: path, options: .backwards) else { return false }
    let before = function[..<found.lowerBound].last
    let after = function[found.upperBound...].first
    if itself, before != nil { return false }
    return (before == nil || before == " ") && (after == nil || after == " ")
  }
}
