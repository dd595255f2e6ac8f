import Explaining
import Files
import Foundation
import Kit
import Model
import State
import Terminal
import Testing

@testable import Commands

@Suite("Hosting a repository")
struct HostCommandTests {
  @Test("one that is made with its bot is made with it or not at all")
  func whole() throws {
    let scratch = try ScratchFolder("host")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path + "/state")
    let name = try #require(HostedName("toy"))
    func create(_ bots: String) throws {
      _ = try HostCommand(state: state, bots: bots, output: Output.collecting().output)
        .perform(.create(name, makesBot: true))
    }
    let error = #expect(throws: Explanation.self) { try create("/proc/bots") }
    #expect(error?.doing.contains("/proc/bots") == true, "\(String(describing: error))")
    #expect(try FileTree.entries(of: state.hosted) == [])
    try create(scratch.path + "/bots")
    #expect(FoundFile(at: scratch.path + "/bots/toy.yaml").isThere)
    #expect(HostedRepository(name: name, state: state).isThere)
    // Not that there is a bot of that name, for which nothing would have to be made.
    let again = #expect(throws: Explanation.self) { try create(scratch.path + "/bots") }
    #expect(again?.wrong == "there is a repository of that name already")
  }

  @Test("who serves at all addresses of a machine is told by its name, and as mail.yaml calls it")
  func place() throws {
    let scratch = try ScratchFolder("host")
    defer { scratch.remove() }
    let state = StateFolder(path: scratch.path)
    func address(_ text: String) throws -> String {
      try Data("address: \"\(text)\"\n".utf8).write(to: URL(fileURLWithPath: state.server))
      return try ServingSettings(state, address: nil).address
    }
    #expect(try address("127.0.0.1:80") == "http://127.0.0.1:80/")
    for text in ["0.0.0.0:81", "[::]:81"] {
      let told = try address(text)
      #expect(told.hasSuffix(":81/") && !told.contains("0.0.0.0") && !told.contains("::"), "\(told)")
    }
    let mail = "host: mail.example.org\nfrom: a@example.org\nsite: \"https://ci.example.org\"\n"
    try Data(mail.utf8).write(to: URL(fileURLWithPath: state.mailServer))
    #expect(try address("0.0.0.0:81") == "https://ci.example.org/")
  }
}
