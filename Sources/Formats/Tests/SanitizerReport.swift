public import Model

/// Reads what a sanitizer prints before it ends its process.
public enum SanitizerReport {
  /// The last report of `process`, wherever it stands in a text; nil when there is none.
  public static func read(text: [UInt8], process: Int32?, sources: SourceMap) -> TestCrash? {
    // On a terminal it is coloured.
    let plain = text.repairedText.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    let lines = plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let found = lines.indices.reversed().lazy.compactMap { index in
      (heading(lines[index], process) ?? race(lines[index...], process)).map { (index, $0) }
    }.first
    guard let (start, what) = found else { return nil }
    var crash = TestCrash(signal: nil, message: what, file: nil, line: nil, frames: [])
    let rest = lines[(start + 1)...]
    if let access = rest.prefix(3).compactMap({ $0.wholeMatch(of: /(READ|WRITE) of size \d+ at .*/) }).first {
      let words = access.0.components(separatedBy: " at ")[0]
      crash.message += " (\(words))"
    }
    for line in rest {
      guard let frame = frame(line, sources) else {
        // The first stack is where it happened; others tell where the memory came from.
        if crash.frames.isEmpty { continue } else { break }
      }
      crash.frames.append(frame.shown)
      if crash.file == nil, let place = frame.place { (crash.file, crash.line) = (place, frame.shown.line) }
      if crash.frames.count >= CrashReport.frameLimit { break }
    }
    return crash
  }

  /// In how few words a sanitizer told last what it saw: `AddressSanitizer: 857 byte(s) leaked in 14
  /// allocation(s).`
  public static func summary(in text: [UInt8]) -> String? {
    let lines = text.repairedText.split(whereSeparator: \.isNewline).reversed()
    return lines.lazy.compactMap { line in
      line.firstMatch(of: /SUMMARY: (\w+Sanitizer: .*[^.\s])/).map { String($0.1) }
    }.first
  }

  /// What is on the line with which a data race is told. ThreadSanitizer lets the program go on, and tells
  /// otherwise of it only by the status with which that exits in the end.
  public static let race = Array("SUMMARY: ThreadSanitizer: ".utf8)

  /// Where a data race is that is told with this line: `SUMMARY: ThreadSanitizer: data race /a/P.swift:5:7 in
  /// $s1P4failyyF`; of an access to a whole variable without the line.
  public static func race(in line: [UInt8]) -> (file: String, line: Int?)? {
    let words = line.repairedText
    let summary = #/SUMMARY: ThreadSanitizer: [^/]*(/.+?)(?::(\d+))?(?::\d+)? in /#
    guard let match = words.firstMatch(of: summary)
    else { return nil }
    return (String(match.1), match.2.flatMap { Int($0) })
  }

  /// `==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x… at pc …`
  private static func heading(_ line: Substring, _ process: Int32?) -> String? {
    guard let match = line.firstMatch(of: /==(\d+)==\s?ERROR: (\w+Sanitizer: .+)/) else { return nil }
    guard process == nil || Int32(match.1) == process else { return nil }
    let what = match.2.components(separatedBy: " on ")[0]
    return what.components(separatedBy: " (pc ")[0]
  }

  /// `WARNING: ThreadSanitizer: data race (pid=4711)`, where the process said no more than that: by default
  /// it goes on, and what ends it later is something else.
  private static func race(_ lines: ArraySlice<Substring>, _ process: Int32?) -> String? {
    guard let match = lines.first?.firstMatch(of: /WARNING: (ThreadSanitizer: .+) \(pid=(\d+)\)/),
      process == nil || Int32(match.2) == process,
      let summary = lines.firstIndex(where: { $0.hasPrefix("SUMMARY: ThreadSanitizer: ") }),
      lines[(summary + 1)...].allSatisfy({ $0.allSatisfy { $0 == "=" } })
    else { return nil }
    return String(match.1)
  }

  /// `    #0 0x55d0c3 in $s3Mem6beyondyS2iF /lab/Sources/Mem/M.swift:5:10`; of ThreadSanitizer without the
  /// address, and with the program behind it: `(MemTests.xctest+0x10) (BuildId: 3b5c)`.
  private static func frame(
    _ line: Substring, _ sources: SourceMap
  ) -> (shown: StackFrame, place: PackagePath?)? {
    guard let match = line.wholeMatch(of: /\s+#\d+ (?:0x[0-9a-f]+ (?:in )?)?(.*)/) else { return nil }
    let program = /(?: (?:<null>|\/<compiler-generated>))? \([^()]+\+0x[0-9a-f]+\) \(BuildId: \w+\)$/
    let words = String(match.1).replacing(program, with: "")
    guard let place = words.wholeMatch(of: /(.+?) (\/.+?):(\d+)(?::(\d+))?/) else {
      return withoutLine(words, sources)
    }
    let path = String(place.2)
    let own = sources.place(path)
    let shown = StackFrame(
      function: String(place.1), file: own?.rawValue ?? path, line: Int(place.3),
      column: place.4.flatMap { Int($0) })
    return (shown, own)
  }

  /// `$s3Lib5afterSiyF /lab/Sources/Lib/a.swift`, as of what Swift made itself in a function; of what is
  /// elsewhere there may be no more than the name of a file.
  private static func withoutLine(
    _ words: String, _ sources: SourceMap
  ) -> (shown: StackFrame, place: PackagePath?) {
    let file = #/(.+?) (/.+\.\w+|/<compiler-generated>|[^ /()]+\.(?:swift|c|cc|cpp|m|mm|S|o))/#
    guard let match = words.wholeMatch(of: file) else {
      return (StackFrame(function: words, file: nil, line: nil, column: nil), nil)
    }
    let path = String(match.2)
    let own = sources.place(path)
    let told = path.hasPrefix("/") && !path.hasPrefix("/<") ? own?.rawValue ?? path : nil
    return (StackFrame(function: String(match.1), file: told, line: nil, column: nil), own)
  }
}
