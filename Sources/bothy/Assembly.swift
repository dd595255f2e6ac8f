import Foundation
import Integrator
import Model
import Terminal

/// The only place that knows every room: a command line becomes a command, a command an exit status.
enum Assembly {
  static let version = "0.1.0"

  static func main(arguments: [String], environment: [String: String]) -> Int32 {
    do {
      let invocation = try CommandLineParser.parse(arguments, environment: environment)
      return try perform(invocation, environment)
    } catch let error as BotFileError {
      StandardStreams.error(error.lines.joined(separator: "\n") + "\n")
      return 2
    } catch {
      let told = CommandError(error)
      StandardStreams.error(told.text + "\n")
      return told.status
    }
  }

  private static func perform(_ invocation: Invocation, _ environment: [String: String]) throws -> Int32 {
    switch invocation.command {
    case .run(let options):
      return try RunCommand(
        options: options, state: try state(invocation, environment), environment: environment
      ).perform()
    case .perform(let folder):
      return try PerformCommand(folder: IntegrationFolder(folder)).perform()
    case .help(let topic):
      let width = TerminalCapabilities.of(descriptor: STDOUT_FILENO, environment: environment).width
      guard let text = HelpText.text(topic: topic, width: width) else {
        throw UsageError(
          doing: "looking for help", wrong: "there is no command \(topic ?? "")",
          advice: "`bothy help` names them all")
      }
      StandardStreams.output([UInt8](text.utf8))
      return 0
    case .version:
      StandardStreams.output([UInt8]("bothy \(version)\n".utf8))
      return 0
    case .completions(let shell):
      StandardStreams.output([UInt8](Completions.script(shell).utf8))
      return 0
    default:
      return 5
    }
  }

  private static func state(_ invocation: Invocation, _ environment: [String: String]) throws -> StateFolder {
    let path = try invocation.global.stateFolder(environment: environment)
    return StateFolder(path: URL(fileURLWithPath: path).standardizedFileURL.path)
  }
}
