import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Store
package import Terminal

/// `bothy log BOT[#N] [-f]`: the bytes as they are for a pipe, made harmless for a terminal.
package struct LogCommand {
  let store: SQLiteStore
  let state: StateFolder
  let capabilities: TerminalCapabilities
  let output: Output
  /// Whether the process of that number is a Bothy that still runs.
  var isRunning: (Int32) -> Bool = ProcessLife.isRunning
  /// Between two looks at a log that grows.
  var pauseSeconds = 0.2

  package func perform(_ address: IntegrationAddress, follow: Bool) throws -> Int32 {
    let doing = "bothy log \(address)"
    let found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    var follower = LogFollower(path: found.folder.log)
    var lines = LogLines(capabilities: capabilities)
    while true {
      // Asked before reading: what is written until it has ended is read after it.
      let hasEnded = try !follow || found.hasEnded(in: store, isRunning: isRunning)
      var isListening = true
      while isListening, let bytes = try follower.next() { isListening = output.write(lines.shown(bytes)) }
      if hasEnded || !isListening { break }
      Thread.sleep(forTimeInterval: pauseSeconds)
    }
    output.write(lines.rest())
    guard follower.isOpen else {
      throw Explanation(
        doing: doing, wrong: "\(found.bot) \(found.known.number) left no log",
        advice:
          "`bothy show '\(found.bot)\(found.known.number)'` tells what is known of it", status: 5)
    }
    return 0
  }
}

extension LogCommand {
  package init(in context: CommandContext) throws {
    self.init(
      store: try context.readOnlyStore(), state: try context.state(),
      capabilities: context.capabilities, output: .standard)
  }
}
