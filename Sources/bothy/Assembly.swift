import Commands
import Explaining
import Files
import Terminal
import Words

/// A command line becomes a command, and what goes wrong a sentence and an exit status.
enum Assembly {
  static func main(arguments: [String], environment: [String: String]) -> Int32 {
    var typed = NamedFolders()
    do {
      let invocation = try CommandLineParser.parse(arguments, environment: environment)
      let context = CommandContext(options: invocation.global, environment: environment)
      typed = context.typed
      return told(try context.perform(invocation))
    } catch let error as BotFileError {
      Output.error.write(error.lines.joined(separator: "\n") + "\n")
      return 2
    } catch {
      let told = Explanation(error)
      Output.error.write(typed.completing(told.text) + "\n")
      if arguments.isEmpty { Output.error.write(HelpText.beginning(width: 80)) }
      return told.status
    }
  }

  /// Whoever reads half of what was said must not take it for all.
  private static func told(_ status: Int32) -> Int32 {
    guard let loss = Output.loss else { return status }
    let advice = "make room where it goes, then ask again"
    Output.error.write("bothy: writing to standard output: \(loss): \(advice)\n")
    return status == 0 ? 5 : status
  }
}
