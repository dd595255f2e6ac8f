import Commands
import Explaining
import Files
import Foundation
import Publishing
import Terminal

/// The only place that knows every room: a command line becomes a command, a command an exit status.
enum Assembly {
  static func main(arguments: [String], environment: [String: String]) -> Int32 {
    do {
      let invocation = try CommandLineParser.parse(arguments, environment: environment)
      return try perform(
        invocation.command, CommandContext(options: invocation.global, environment: environment))
    } catch let error as BotFileError {
      Output.error.write(error.lines.joined(separator: "\n") + "\n")
      return 2
    } catch {
      let told = Explanation(error)
      Output.error.write(told.text + "\n")
      return told.status
    }
  }

  private static func perform(_ command: CommandLineVerb, _ context: CommandContext) throws -> Int32 {
    switch command {
    case .run(let options): try RunCommand(options, in: context).perform()
    case .watch(let options): try WatchCommand(options, in: context).perform()
    case .integrate(let options): try IntegrateCommand(options, in: context).perform()
    case .cancel(let address): try BotCommands(in: context).cancel(address)
    case .pause(let bot): try BotCommands(in: context).pause(bot)
    case .resume(let bot): try BotCommands(in: context).resume(bot)
    case .pin(let address): try PinCommand(in: context).pin(address)
    case .unpin(let address): try PinCommand(in: context).unpin(address)
    case .perform(let folder): try PerformCommand(folder: folder).perform()
    case .bots(let json): try BotsCommand(in: context).perform(json: json)
    case .show(let address, let json): try ShowCommand(in: context).perform(address, json: json)
    case .log(let address, let follow): try LogCommand(in: context).perform(address, follow: follow)
    case .create(let options): try CreateCommand(options, in: context).perform()
    case .check: try CheckCommand(in: context).perform()
    case .render(let address): try RenderCommand(address, in: context).perform()
    case .template(let options): try TemplateCommand(options, in: context).perform()
    case .demo(let folder): try DemoCommand(folder: folder, in: context).perform()
    case .doctor: try DoctorCommand(in: context).perform()
    case .unit: DoctorCommand(in: context).printUnit()
    case .help(let topic): try HelpCommand(in: context).perform(topic)
    case .completions(let shell): print(Completions.script(shell))
    case .version: print("bothy \(Program.version)\n")
    }
  }

  private static func print(_ text: String) -> Int32 {
    Output.standard.write(text)
    return 0
  }
}
