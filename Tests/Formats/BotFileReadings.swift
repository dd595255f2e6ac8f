import Formats
import Model

/// Reads a text as the bot file b.yaml in /srv/bots.
func readBot(_ text: String) -> BotFile.Outcome {
  BotFile.read(Array(text.utf8), id: "b", file: "b.yaml", folder: "/srv/bots")
}

/// `line:column: message` of each problem.
func botProblems(_ text: String) -> [String] {
  guard case .problems(let problems) = readBot(text) else { return [] }
  return problems.map { String($0.description.dropFirst("b.yaml:".count)) }
}

func botOf(_ text: String) throws -> Bot {
  guard case .bot(let bot) = readBot(text) else {
    throw BotFile.Problem(
      file: "b.yaml", line: 0, column: 0, message: botProblems(text).joined(separator: "\n"))
  }
  return bot
}
