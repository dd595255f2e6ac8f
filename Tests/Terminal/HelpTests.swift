import Testing
import Words

@testable import Terminal

@Suite("Help")
struct HelpTests {
  @Test("the overview lists every command in 55 lines, and options and exit statuses")
  func overview() {
    let text = HelpText.text(topic: nil, width: 100)
    for command in CommandTable.commands where command.undoes == nil {
      #expect(text.contains("  \(HelpText.overviewUsage(command)) ") == (command.part != nil))
    }
    for part in CommandPart.allCases { #expect(text.contains("\n\(part.rawValue)\n")) }
    for word in ["--bots", "--state", "--templates", "pause, resume [BOT]", "130 interrupted"] {
      #expect(text.contains(word))
    }
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 56)
    #expect(!text.contains("--server"))
  }

  @Test("the text of a command has its options and three examples at most", arguments: CommandName.allCases)
  func pages(name: CommandName) {
    let text = HelpText.text(topic: name.rawValue, width: 80)
    let command = CommandTable.command(name)
    for option in command.options { #expect(text.contains("--\(option.rawValue)")) }
    for example in command.examples { #expect(text.contains(example.line)) }
    #expect(command.examples.count <= 3)
    #expect(command.summary.count + command.paragraph.count <= 300)
    #expect(!text.contains("(1)"))
    let installed = HelpText.text(topic: name.rawValue, width: 80, hasManual: true)
    #expect(installed.hasSuffix("See bothy-\(name.rawValue)(1).\n"))
  }

  @Test("an option can mean something else for one command")
  func meanings() {
    func help(_ name: CommandName) -> String { HelpText.text(topic: name.rawValue, width: 100) }
    #expect(help(.watch).contains("integrations at once") && !help(.watch).contains("build jobs"))
    #expect(help(.run).contains("build jobs") && help(.host).contains("--bot   also write"))
    #expect(help(.user).contains("--bot BOT"))
    #expect(help(.user).contains("Usage: bothy user add|remove|password|role|list [NAME] [OPTIONS]"))
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
