import Foundation
import Processes
import State
import Store
package import Terminal

/// What is the same for every command of one command line.
package struct CommandContext {
  let options: GlobalOptions
  let environment: [String: String]

  package init(options: GlobalOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment
  }

  /// A folder of the user's that is laid over the shipped templates.
  var templates: String? { options.templates }
  var lookup: BotLookup { BotLookup(folder: options.botsFolder) }
  var capabilities: TerminalCapabilities { .of(descriptor: STDOUT_FILENO, environment: environment) }

  func state() throws -> StateFolder {
    StateFolder(path: Self.absolute(try options.stateFolder(environment: environment)))
  }

  func readOnlyStore() throws -> SQLiteStore { try SQLiteStore(folder: try state().path, readOnly: true) }

  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  static func cancellation() -> Cancellation { .onSignals([SIGINT, SIGTERM, SIGHUP]) }
}
