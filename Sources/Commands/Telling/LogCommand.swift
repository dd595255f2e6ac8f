import Explaining
import Files
import Foundation
import Model
import State
import Store
import Terminal
import Words

/// `bothy log BOT[#N] [-f]`: the bytes as they are for a pipe, made harmless for a terminal.
struct LogCommand {
  let store: SQLiteStore
  let state: StateFolder
  let capabilities: TerminalCapabilities
  var output = Output.standard
  /// Whether the process of that number is a Bothy that still runs.
  /// Nil: as the processes and locks say.
  var isAtWork: ((BotID, PastIntegration) -> Bool)?
  /// Between two looks at a log that grows.
  var pauseSeconds = 0.2

  func perform(_ address: IntegrationAddress, follow: Bool) throws -> Int32 {
    let doing = "bothy log \(address)"
    let found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    let log = found.folder.log
    guard FileFacts(log) == nil || FileManager.default.isReadableFile(atPath: log) else {
      throw Explanation(
        doing: "reading \(log)", wrong: "it cannot be opened", advice: "make it readable for this user")
    }
    let file = FollowedFile(log)
    var lines = LogLines(capabilities: capabilities)
    var isListening = true
    while true {
      // Asked before reading: what is written until it has ended is read after it.
      let hasEnded =
        try !follow
        || found.hasEnded(
          in: store, isAtWork: isAtWork ?? AtWork(state: state).callAsFunction)
      file.readNew { if isListening { isListening = output.write(lines.shown(Array($0))) } }
      if hasEnded || !isListening { break }
      Thread.sleep(forTimeInterval: pauseSeconds)
    }
    output.write(lines.rest())
    guard FileFacts(log) != nil else {
      throw Explanation(
        doing: doing, wrong: "\(found.bot) \(found.known.number) left no log",
        advice:
          "`\(ShellWord.line(["bothy", "show", "\(found.bot)\(found.known.number)"]))` "
          + "tells what is known of it"
      )
    }
    return 0
  }
}
