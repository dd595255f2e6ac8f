import Testing

@testable import Terminal

@Suite("Manual")
struct ManualTests {
  private let pages = ManualText.pages(
    version: "1.2.3",
    botFile: """
      # Bot files
      A bot is a file.
      It is YAML, see [mail](mail.md).

      ## Keys
      | key | values | default | meaning |
      |-----|--------|---------|---------|
      | `name` | text | – | Shown to people. |
      | `flaky` | `fail` \\| `pass` | `fail` | The result. |

      - an item
      ```yaml
      .dot: -1
      ```
      """)

  @Test("every listed command has a page")
  func names() {
    let expected =
      CommandTable.shown.map { "man1/bothy-\($0.name.rawValue).1" } + ["man1/bothy.1", "man5/bothy.5"]
    #expect(pages.keys.sorted() == expected.sorted())
  }

  @Test("the page of a command has its usage, options, exit statuses and examples")
  func command() throws {
    let page = try #require(pages["man1/bothy-run.1"])
    #expect(
      page.hasPrefix(".TH BOTHY\\-RUN 1 \"\" \"Bothy 1.2.3\" \"Bothy\"\n.SH NAME\nbothy\\-run \\- integrate"))
    for part in [
      ".B bothy run [PATH]", ".B \\-\\-filter REGEX", ".B 130\nInterrupted.", ".B bothy run \\-\\-failed",
    ] {
      #expect(page.contains(part))
    }
  }

  @Test("the overview has every command in its part")
  func overview() throws {
    let page = try #require(pages["man1/bothy.1"])
    #expect(page.contains(".SS Serving\n.TP\n.B bothy serve\n"))
    for command in CommandTable.shown { #expect(page.contains(".B bothy \(command.usage)\n")) }
  }

  @Test("the page of bot files is made from Markdown")
  func markdown() throws {
    let page = try #require(pages["man5/bothy.5"])
    let body = try #require(page.firstRange(of: ".SH DESCRIPTION"))
    #expect(
      page[body.lowerBound...] == """
        .SH DESCRIPTION
        .PP
        A bot is a file.
        It is YAML, see mail.
        .SH Keys
        .TP
        .B name
        text. Shown to people.
        .TP
        .B flaky
        fail | pass. Default: fail. The result.
        .IP \\(bu 2
        an item
        .PP
        .nf
        \\&.dot: \\-1
        .fi

        """)
  }
}
