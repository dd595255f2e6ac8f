import Files
import Terminal

/// `bothy help [COMMAND]`.
package struct HelpCommand {
  let capabilities: TerminalCapabilities

  package init(in context: CommandContext) {
    capabilities = context.capabilities
  }

  package func perform(_ topic: String?) throws -> Int32 {
    guard let text = HelpText.text(topic: topic, width: capabilities.width) else {
      throw UsageError(
        doing: "looking for help", wrong: "there is no command \(topic ?? "")",
        advice: "`bothy help` names them all")
    }
    Output.standard.write(text)
    return 0
  }
}
