import Commands
import Explaining
import Files
import Terminal

/// A command line becomes a command, and what goes wrong a sentence and an exit status.
enum Assembly {
  static func main(arguments: [String], environment: [String: String]) -> Int32 {
    do {
      let invocation = try CommandLineParser.parse(arguments, environment: environment)
      return try CommandContext(options: invocation.global, environment: environment)
        .perform(invocation.command)
    } catch let error as BotFileError {
      Output.error.write(error.lines.joined(separator: "\n") + "\n")
      return 2
    } catch {
      let told = Explanation(error)
      Output.error.write(told.text + "\n")
      return told.status
    }
  }
}
