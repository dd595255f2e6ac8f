/// Files in which a rule of the house does not hold, and the idea that excuses them.
struct Exception {
  var reason: String
  /// The types whose files they are, in whatever folder.
  var types: [String]

  /// What nobody excuses.
  static func unexcused(_ findings: [Finding], but exceptions: [Exception]) -> [Finding] {
    let excused = Set(exceptions.flatMap(\.types))
    return findings.filter { !excused.contains(SourceFile.type($0.path)) }
  }

  static let pointers = [
    Exception(
      reason: "reads exports, logs and sources by the hundred megabytes, byte by byte",
      types: [
        "CompilerDiagnostics", "CompilerDiagnosticsLine", "JSONCursor",
        "EventStream", "LLVMExport", "KeptOutput", "LLVMExportScan", "LineSplitter",
        "RecordSplitter", "RecordThinner", "RuntimeWords",
        "XCTestConsole", "XCTestConsoleCase",
        "XCTestConsoleFinding", "XCTestConsoleLine",
      ]),
    Exception(
      reason:
        "is told what a process writes as the bytes in the buffer of the pump, before anybody copies them",
      types: [
        "Log", "PackageFacts", "ProfileExport", "Secrets",
      ]),
    Exception(
      reason: "goes over every byte of a page, a log or an artifact",
      types: ["ByteSearch", "ContentMark", "Markup", "ShownLog"]),
  ]

  static let calls = [
    Exception(
      reason: "looks for bytes with memchr, which no loop of ours is as fast as",
      types: [
        "ByteSearch", "CompilerDiagnosticsLine", "LineSplitter", "RecordSplitter", "XCTestConsoleLine",
      ]),
    Exception(
      reason: "is the process itself: its streams, its signals, its id, its user, its terminal, its end",
      types: [
        "IntegrateCommand", "RunCommand", "SQLiteStore", "Surroundings",
        "TemplateCommand",
        "TerminalCapabilities", "WatcherProcess", "main",
      ]),
    Exception(
      reason: "says errno in words, for the rooms of Platform and all others",
      types: ["SystemWords"]),
    Exception(
      reason: "asks the machine what it allows",
      types: ["FolderTrial", "MachineCheck"]),
    Exception(
      reason: "puts a file or a folder into its place, whole or not at all",
      types: [
        "Artifacts", "EarlierPages", "FoundIntegration", "HistoryPublishing", "Leftovers",
        "PageMemory", "PagePublishing", "SpareRoom", "StableExports",
        "StateFolder",
      ]),
    Exception(
      reason: "waits for another process of Bothy, or ends it",
      types: ["BotCommands", "RemoveCommand", "TurnFollower"]),
  ]

  static let catchAlls = [
    Exception(
      reason: "asks after some of many cases; whatever else there is, and will be, has the same answer",
      types: ["BranchPlan", "HelpText", "ProgressTail", "Rounds", "SQLiteStore", "Sentence"])
  ]
}
