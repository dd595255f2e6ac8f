import Testing
import Words

@Suite("Text in Markdown")
struct MarkdownTextTests {
  @Test(
    "code ends where the text ends, whatever is in it",
    arguments: [
      ("a.b", "`a.b`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("a``b`c", "```a``b`c```"), ("", "` `"),
      ("a\n\n\tb\r\nc", "`a b c`"), ("<script>|@everyone", "`<script>|@everyone`"),
      ("x\u{202E}y\u{0}", "`x⟨U+202E⟩y␀`"), ("``` \n# h", "```` ``` # h ````"),
    ])
  func code(text: String, expected: String) {
    #expect(MarkdownText.code(text) == expected)
  }

  @Test("long text is cut") func cut() {
    #expect(MarkdownText.code(String(repeating: "é", count: 300), most: 5) == "`ééééé…`")
  }

  @Test(
    "words stay words, and what a forge might read something into becomes code",
    arguments: [
      (
        "2 of 549 tests failed, 1 of them new. 1,683 lines did not run, 12 fewer than in #41.",
        "2 of 549 tests failed, 1 of them new. 1,683 lines did not run, 12 fewer than in `#41`."
      ),
      ("85.7 % ran (unequal runs: it failed).", "85.7 % ran (unequal runs: it failed)."),
      (
        "as in #9 (unequal runs: it failed in #9). Then", "as in `#9` (unequal runs: it failed in `#9`). Then"
      ),
      ("(#9 came, f(x), (#8)) a f()).", "(`#9` came, `f(x), (#8)`) a `f()`)."),
      ("a (b_c, d_e) as in (#9).", "a (`b_c, d_e`) as in (`#9`)."), ("(a_b) (c_d)", "`(a_b) (c_d)`"),
      ("ask @everyone: see www.evil.example!", "ask `@everyone`: see `www.evil.example!`"),
      ("a <b> | c", "a `<b> |` c"), ("it's re-run 1–2", "it's re-run 1–2"),
      ("/close !1 ~bug", "`/close !1 ~bug`"),
      ("f, S/`a name of words`() failed `as b`.", "f, ``S/`a name of words`()`` failed `as b`."),
      ("5` of it", "`` 5` `` of it"), ("[x](y) *z* _a_ `b`", "`` [x](y) *z* _a_ `b` ``"),
      (":tada: a", "`:tada`: a"), ("", ""),
      ("came with 1a2 “The front: it’s `q`”, of Ada", "came with 1a2 “The front: `` it’s `q` ``”, of Ada"),
      ("(“plain words” of #9)", "(“plain words” of `#9`)"), ("“f(x)”.", "“`f(x)`”."),
    ])
  func sentence(text: String, expected: String) {
    #expect(MarkdownText.sentence(text) == expected)
  }
}
