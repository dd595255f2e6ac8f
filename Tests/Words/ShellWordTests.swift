import Foundation
import Kit
import Testing
import Words

@Suite("Shell words")
struct ShellWordTests {
  private static let hostile = [
    "", "plain", "a b", "it's", "''", "\\", "\\'", "'\\''", "$HOME", "$(id)", "`id`", "\"", "!", "!!", "*",
    "?",
    "[a-z]", "~", "~root", "a=b", "PATH=/", "#comment", "a;b", "a&b", "a|b", "a>b", "<(b)", "(a)", "{a,b}",
    "-n", "--filter=^a$", "-DX=1", "%1", "a\nb", "a\tb", "\r", "\u{1B}[31m", "\u{7F}", "trailing ", " ",
    "ü", "日本", "👩‍👩‍👧", "\u{A0}", "\u{3000}", "\u{2028}", "e\u{301}",
    // To Swift each is one character and no quotation mark, to a shell it begins with one.
    "'\u{301}", "a'\u{301}; id; '", "'\u{200D}$(id)", "\\\u{301}", "'\r\n'",
  ]

  @Test("a shell takes every word back as it was", arguments: [true, false])
  func sh(isAlone: Bool) throws {
    let lists = isAlone ? Self.hostile.map { [$0] } : [Self.hostile]
    for words in lists {
      #expect(try said("printf '%s\\0' " + ShellWord.line(words)) == words, "\(words)")
    }
  }

  @Test("a word that assigns nothing to a command is a command")
  func assignment() throws {
    #expect(
      try said(ShellWord.line(["a=b"]) + " 2>/dev/null || printf 'no such command\\0'") == ["no such command"]
    )
  }

  @Test(
    "what needs no quotes has none",
    arguments: ["a", "/srv/git/x.git", "-Xswiftc", "--filter=a", "a_b-c.d+e,f:g@h%i", "0"])
  func plain(word: String) {
    #expect(ShellWord.quoted(word) == word)
  }

  @Test("a quotation mark closes, stands alone and opens again")
  func quotes() {
    #expect(ShellWord.quoted("it's") == "'it'\\''s'")
    #expect(ShellWord.inQuotes("plain") == "'plain'")
  }

  private func said(_ script: String) throws -> [String] {
    let bytes = try Command("/bin/sh", ["-c", script]).runHere().output
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
