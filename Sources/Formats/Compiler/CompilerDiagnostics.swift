internal import Foundation
public import Model
import Words

/// Reads what `swift build` prints: each diagnostic once, with its notes and excerpt, and how far it is.
public struct CompilerDiagnostics: Sendable {
  public enum Event: Equatable, Sendable {
    case step(done: Int, total: Int, what: String)
    case diagnostic(Diagnostic)
  }

  public private(set) var step: (done: Int, total: Int, what: String)?
  /// Diagnostics beyond the bound that are not kept.
  public private(set) var droppedCount = 0
  private var splitter = LineSplitter()
  private var open: Diagnostic?
  private var prelude: [String] = []
  private var known: Set<Key> = []
  private var kept: [Diagnostic] = []
  private var summaries: [Diagnostic] = []
  private var ofLinker: [Diagnostic] = []
  /// Of the files that nobody handles the first.
  private var unhandled: [String] = []
  private static let mostUnhandled = 10
  private var isInStackDump = false
  /// The compiler's own crash, whose place stands in the stack dump that follows.
  private var crash: Diagnostic?
  private var events: [Event] = []
  /// Of a build; of an analyzer, which may find fault with each line, more.
  public static let most = 2000
  public static let mostOfAnalyzer = 10_000
  private let limit: Int

  /// Told wherever `droppedCount` is not zero.
  public static func cutSentence(_ who: String = "The compiler", most: Int = most) -> String {
    let bound = Figures.grouped(most)
    return
      "\(who) printed more than \(bound) different errors and warnings; those after the first \(bound) are "
      + "only in the log."
  }
  private static let detailLimit = 200

  private struct Key: Hashable, Sendable {
    var severity: Diagnostic.Severity
    var message: String
    var file: String?
    var line: Int?
    var column: Int?
  }

  /// What has no folder in its name: the compiler calls a macro's own buffer so, and it is no file.
  private let takesLoneNames: Bool

  public init(takesLoneNames: Bool = false, most: Int = most) {
    (self.takesLoneNames, limit) = (takesLoneNames, most)
  }

  public mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var splitter = splitter
    self.splitter = LineSplitter(limit: 64)
    splitter.add(bytes) { take($0) }
    self.splitter = splitter
  }

  public mutating func finish() {
    var splitter = splitter
    splitter.finish { take($0) }
    self.splitter = splitter
    close()
    endCrash()
  }

  /// In the order of their first appearance. "A command failed" is told only when nothing says why.
  public var diagnostics: [Diagnostic] {
    guard !kept.contains(where: { $0.severity == .error }) else { return kept }
    // What failed says less than why, and that others were ended says nothing.
    let failed = summaries.filter { $0.message != "cancelled" }
    let commands = failed.filter { $0.message.hasSuffix("(use -v to see invocation)") }
    let reasons = commands.isEmpty ? [] : failed.filter { !commands.contains($0) } + ofLinker
    return kept + (reasons.isEmpty ? failed.isEmpty ? summaries : failed : reasons)
  }

  /// Since the last call.
  public mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}

extension CompilerDiagnostics {
  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    guard !CompilerDiagnosticsLine.isPlain(bytes) else { return close() }
    // A terminal's progress line is written over with carriage returns.
    for part in CompilerDiagnosticsLine.plain(bytes.repairedText) { take(part) }
  }

  private mutating func take(_ text: String) {
    switch CompilerDiagnosticsLine(text) {
    case .step(let done, let total, let what):
      close()
      endCrash()
      isInStackDump = false
      step = (done, total, what)
      events.append(.step(done: done, total: total, what: what))
    case .diagnostic(let diagnostic):
      let prelude = self.prelude
      close()
      endCrash()
      (open, isInStackDump) = (diagnostic, false)
      open?.details = prelude
    case .summary(let diagnostic):
      close()
      endCrash()
      if summaries.count < limit, !summaries.contains(diagnostic) { summaries.append(diagnostic) }
    case .linker(let diagnostic):
      close()
      endCrash()
      if ofLinker.count < limit, !ofLinker.contains(diagnostic) { ofLinker.append(diagnostic) }
    case .note(let note): add(note)
    case .excerpt(let excerpt):
      add(excerpt)
      if let origin = CompilerDiagnosticsLine.origin(of: excerpt) { move(to: origin) }
    case .reference(let place):
      add(text)
      if open?.file == nil { move(to: place) }
    case .prelude: if prelude.count < Self.detailLimit { prelude.append(text) }
    case .stackDump: isInStackDump = true
    case .stackEntry: addToCrash(text)
    case .blank: break
    case .other:
      close()
      if isInStackDump, let place = CompilerDiagnosticsLine.dumped(in: text) { self.place(crash: place) }
    }
  }

  private mutating func add(_ detail: String) {
    guard let count = open?.details.count else { return }
    // They are told in another order each time, and may be many.
    if open?.tellsUnhandled == true {
      let path = detail.trimmingCharacters(in: .whitespaces)
      if path.hasPrefix("/") { unhandled = Array((unhandled + [path]).sorted().prefix(Self.mostUnhandled)) }
    }
    guard count < Self.detailLimit else { return }
    open?.details.append(String(detail.prefix(4096)))
  }

  /// What an expanded macro says has its place where the macro is used.
  private mutating func move(to place: CompilerDiagnosticsLine.Place) {
    guard var moved = open, moved.file?.hasPrefix("/") != true else { return }
    (moved.file, moved.line, moved.column) = (place.file, place.line, place.column)
    open = moved
  }

  /// The compiler's own crash: what it was working on stands in its stack dump.
  private mutating func addToCrash(_ text: String) {
    guard isInStackDump else { return }
    if text.contains("Program arguments:") {
      // What is told below is nearer to it.
      if let file = CompilerDiagnosticsLine.onlySource(in: text) { place(crash: .init(file: file)) }
      return
    }
    if let last = lastCrash { summaries[last].addToCrash(text) }
    crash?.addToCrash(text)
    if let place = CompilerDiagnosticsLine.dumped(in: text) { self.place(crash: place) }
  }

  private var lastCrash: Int? { summaries.lastIndex { $0.message.contains("due to signal") } }

  /// The innermost of what it was working on comes last.
  private mutating func place(crash place: CompilerDiagnosticsLine.Place) {
    if let last = lastCrash { summaries[last].move(to: place) }
    crash?.move(to: place)
  }

  private mutating func endCrash() {
    if let crash { keep(crash) }
    crash = nil
  }

  private mutating func close() {
    prelude = []
    guard var diagnostic = open else { return }
    open = nil
    if diagnostic.tellsUnhandled { diagnostic.tell(unhandled: unhandled) }
    unhandled = []
    if let file = diagnostic.file, !file.contains("/"), !takesLoneNames {
      // What a template is said to be (`#sourceLocation`) is a name that people gave.
      let isGiven = file.contains(".") && !file.contains(" ") && !file.hasPrefix("@")
      if isGiven, let line = diagnostic.line { diagnostic.message += " (\(file):\(line))" }
      (diagnostic.file, diagnostic.line, diagnostic.column) = (nil, nil, nil)
    }
    diagnostic.completeMessage()
    // Of each function of a sanitizer the linker says so, in every package.
    let isNoise = diagnostic.file == nil && diagnostic.message.hasPrefix("Cannot export local symbol '__")
    if isNoise, diagnostic.severity == .warning { return }
    guard diagnostic.file == nil, diagnostic.message.hasPrefix("fatal error encountered ") else {
      return keep(diagnostic)
    }
    crash = diagnostic
  }

  private mutating func keep(_ diagnostic: Diagnostic) {
    let key = Key(
      severity: diagnostic.severity, message: diagnostic.message, file: diagnostic.file,
      line: diagnostic.line,
      column: diagnostic.column)
    guard known.count < limit else {
      if !known.contains(key) { droppedCount += 1 }
      return
    }
    guard known.insert(key).inserted else { return }
    kept.append(diagnostic)
    events.append(.diagnostic(diagnostic))
  }
}

extension Diagnostic {
  fileprivate mutating func addToCrash(_ entry: String) {
    if details.count < 40 { details.append(String(entry.prefix(1024))) }
  }

  /// An entry that names the file alone tells less than one that named a line of it.
  fileprivate mutating func move(to place: CompilerDiagnosticsLine.Place) {
    guard place.line != nil || place.file != file else { return }
    (file, line, column) = (place.file, place.line, place.column)
  }

  /// `'name': found 2 file(s) which are unhandled` says which these are only in the indented lines below it.
  fileprivate var tellsUnhandled: Bool { file == nil && message.contains(UnhandledFiles.words) }

  /// Which they are belongs to it: another one is another warning.
  fileprivate mutating func tell(unhandled paths: [String]) {
    guard file == nil, let first = paths.first else { return }
    file = first
    guard paths.count > 1, let place = message.range(of: UnhandledFiles.words) else { return }
    let count = message[..<place.lowerBound].split(separator: " ").last.flatMap { Int($0) } ?? paths.count
    let names = paths.map { $0.split(separator: "/").last.map { String($0) } ?? $0 }
    let others = count > paths.count ? " and \(Figures.grouped(count - paths.count)) more" : ""
    message.replaceSubrange(place, with: UnhandledFiles.named(names.joined(separator: ", ") + others))
  }

  /// `Failed to clone repository https://…:` says why only in the indented lines below it.
  fileprivate mutating func completeMessage() {
    guard file == nil, message.hasSuffix(":"),
      let why = details.last(where: { $0.contains("fatal: ") || $0.contains("error: ") })
        ?? details.last(where: { $0.contains("ssh: ") })
        // What installs what is missing.
        ?? (message.hasSuffix("your system-packager:") ? details.first : nil)
    else { return }
    message += " " + why.trimmingCharacters(in: .whitespaces)
  }
}
