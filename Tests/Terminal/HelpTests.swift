import Testing
import Words

@testable import Terminal

@Suite("Help")
struct HelpTests {
  @Test("the overview names every command, option, status and variable that people use")
  func overview() {
    let text = HelpText.text(topic: nil, width: 80)
    for command in CommandTable.shown { #expect(text.contains("  \(command.usage)")) }
    for word in ["--bots", "--state", "--templates", "BOTHY_STATE", "NO_COLOR", "130", "Examples"] {
      #expect(text.contains(word))
    }
    #expect(!text.contains("perform"))
  }

  @Test("a command's page tells each of its options", arguments: CommandName.allCases)
  func pages(name: CommandName) {
    let text = HelpText.text(topic: name.rawValue, width: 80)
    let command = CommandTable.command(name)
    for option in command.options { #expect(text.contains("--\(option.rawValue)")) }
    for example in command.examples { #expect(text.contains(example.line)) }
  }

  @Test("an option means what it means behind its command")
  func meanings() {
    func help(_ name: CommandName) -> String { HelpText.text(topic: name.rawValue, width: 100) }
    #expect(help(.watch).contains("integrations at once") && !help(.watch).contains("while building"))
    #expect(!help(.integrate).contains("on disk"))
    #expect(!help(.show).contains("standard error") && help(.run).contains("and the words on"))
    #expect(HelpText.beginning(width: 80).split(separator: "\n").count == 6)
  }

  @Test("no line is wider than the terminal, and none ends in a space", arguments: [50, 80, 200])
  func widths(width: Int) {
    for topic in [nil] + CommandName.allCases.map(\.rawValue) {
      let text = HelpText.text(topic: topic, width: width)
      for line in text.split(separator: "\n") {
        #expect(Columns.width(String(line)) <= width, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test("every example is a command line that is understood")
  func examples() throws {
    for example in CommandTable.commands.flatMap(\.examples) {
      let command = try #require(example.line.firstRange(of: "bothy "))
      let words = example.line[command.upperBound...].prefix { !"|>)".contains($0) }.split(separator: " ")
      #expect(throws: Never.self) { try CommandLineParser.parse(words.map(String.init), environment: [:]) }
    }
  }

  @Test("every option is described once and no letter means two things at one command")
  func table() {
    for name in OptionName.allCases { #expect(CommandTable.options.count { $0.name == name } == 1) }
    for name in CommandName.allCases { #expect(CommandTable.commands.count { $0.name == name } == 1) }
    for command in CommandTable.commands {
      let letters = CommandTable.options(of: command).compactMap(\.short)
      #expect(Set(letters).count == letters.count)
    }
  }
}
