import Formats
import Model
import Processes

/// How a process that ran tests ended when no test can be blamed, in a clause: who ended it, and the sentence
/// and the place of its crash.
struct LastWords {
  let end: ProcessEnd
  /// Why Bothy ended it, if it did: "nothing was printed for 15 minutes".
  var limit: String
  /// The signal that it was dying of when it was ended, as its own runtime told.
  var dyingSignal: Int32?
  var crash: TestCrash?
  var process = "its process"
  /// The sentences with which the program may have been stopped.
  var fatalErrors: [String] = []
  /// The line that it printed before it aborted, where it did.
  var abortWords: String?

  /// "exited with status 3", "was ended by Bothy, as nothing was printed for 15 minutes".
  var words: String {
    if let dyingSignal { return "was ended by \(SignalName.of(dyingSignal))" }
    return isStopped ? "was ended by Bothy, as \(limit)" : end.words
  }

  private var isStopped: Bool { end.stopped != nil && dyingSignal == nil }

  /// With the crash: "was ended by SIGILL: Fatal error: no numbers (Tests/T/T.swift:2)".
  var sentence: String {
    guard !isStopped, let what else { return words }
    let place = crash?.file.map { file in " (\(file)\(crash?.line.map { ":\($0)" } ?? ""))" }
    return "\(words): \(what)\(place ?? "")"
  }

  /// The sentence of its crash with the place, be it one that it printed itself; nil where it said nothing.
  var saying: String? {
    guard !isStopped, let what else { return nil }
    if let file = crash?.file { return "\(what) (\(file)\(crash?.line.map { ":\($0)" } ?? ""))" }
    return told == nil ? what : fatalErrors.last ?? what
  }

  private var told: String? {
    if let crash { return FatalErrorSentence.choose(fatalErrors, for: crash) }
    return fatalErrors.last.map(FatalErrorSentence.withoutPlace)
  }

  private var what: String? {
    let isAborted = (crash?.signal ?? end.signalName) == "SIGABRT"
    let aborted = isAborted ? abortWords.flatMap { LibraryWords.isOfSwiftTesting($0) ? nil : $0 } : nil
    return (told ?? aborted ?? crash?.message).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Of a library that ended before it had told which tests it has; `told`: as many it told of.
  func silence(of library: TestLibrary, told: Int) -> String {
    let verb = if !isStopped, case .signaled = end.ending { "died" } else { "ended" }
    return "\(library.spoken) \(verb) before it told of \(told == 0 ? "any test" : "all its tests"): "
      + "\(process) \(sentence)"
  }
}

extension TestLibrary {
  /// As people call it.
  var spoken: String {
    switch self {
    case .xctest: "XCTest"
    case .swiftTesting: "Swift Testing"
    }
  }
}
