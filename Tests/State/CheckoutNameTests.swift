import Foundation
import Kit
import Testing

@testable import State

@Suite struct CheckoutNameTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.path }
  private var files: FileManager { .default }

  init() throws { scratch = try ScratchFolder("checkout") }

  @Test(
    "a package inside a repository is checked out under the repository's name, where that can be",
    arguments: [
      ("/srv/Parser", ".", "checkout"), ("/srv/Parser", "Examples", "Parser"),
      ("/srv/parser.git", "Examples", "parser"), ("/srv/parser/.git", "Examples", "parser"),
      ("/srv/parser/bots/..", "Examples", "parser"),
      ("/srv/build", "Examples", "checkout"), ("/srv/map", "Examples", "checkout"),
      ("/srv/why", "Examples", "checkout"), ("/srv/.hidden", "Examples", "checkout"),
      ("/srv/a.new-12", "Examples", "checkout"), ("/", "Examples", "checkout"),
    ])
  func names(repository: String, package: String, name: String) {
    #expect(CheckoutName.chosen(repository: repository, package: package) == name)
  }

  func settle(_ name: String) throws {
    try CheckoutName.settle(folder + "/" + name)
    #expect(CheckoutName.held(in: folder) == name)
  }

  @Test("the clone moves along with its name, and `checkout` always leads to it")
  func moves() throws {
    try settle("checkout")
    #expect(try files.contentsOfDirectory(atPath: folder).isEmpty)
    try files.createDirectory(atPath: folder + "/checkout", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/checkout/mark"))
    for name in ["Parser", "Parser", "Other", "checkout", "Parser"] {
      try settle(name)
      #expect(files.fileExists(atPath: folder + "/checkout/mark"))
      #expect(Set(try files.contentsOfDirectory(atPath: folder)) == ["checkout", name])
    }
  }

  @Test("a new bot, and one that was cut off in between, get there as well")
  func begins() throws {
    try settle("Parser")
    try files.createDirectory(atPath: folder + "/Other", withIntermediateDirectories: true)
    try settle("Other")
    try files.removeItem(atPath: folder + "/checkout")
    try settle("Other")
    #expect(files.fileExists(atPath: folder + "/checkout/."))
  }
}
