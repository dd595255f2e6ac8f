import Testing

@testable import Model

@Suite("What an analyzer is called") struct AnalyzerNameTests {
  @Test(
    "a command by its script's file name, and by all of it where it begins with none",
    arguments: [
      ("./scripts/lint.sh --all 2>&1", "lint.sh"), ("sh ./scripts/lint.sh", "lint.sh"),
      ("FAST=1 python3 tools/check.py", "check.py"), ("tools/lint", "lint"), ("lint.sh", "lint.sh"),
      ("swiftlint lint --quiet", "swiftlint lint --quiet"), ("sh -c './lint.sh'", "sh -c './lint.sh'"),
      ("cd sub && ./lint.sh", "cd sub && ./lint.sh"), ("$HOME/lint.sh", "$HOME/lint.sh"), ("", ""),
    ])
  func names(command: String, name: String) {
    #expect(Analyzer.command(command).name == name)
    #expect(Analyzer.command(command).whole == command)
  }

  @Test("two that would be called alike are called by all of their commands")
  func alike() {
    let all: [Analyzer] = [.command("./lint.sh a"), .command("./lint.sh b"), .command("./other.sh"), .clang]
    #expect(all.map { $0.name(among: all) } == ["./lint.sh a", "./lint.sh b", "other.sh", "clang"])
  }

  @Test("what it found before it was called so is the same issue, and is resolved as that")
  func same() {
    var evidence = Judgement.Evidence()
    evidence.wholeAnalyzers = ["lint.sh": "./lint.sh --all"]
    var diagnostic = Diagnostic(
      severity: .warning, message: "lint.sh: too long", file: "S.swift", line: 3, column: nil)
    let now = Findings.issue(.analyzerWarning, diagnostic, evidence)
    diagnostic.message = "./lint.sh --all: too long"
    let before = Findings.issue(.analyzerWarning, diagnostic, Judgement.Evidence())
    #expect(now.identity == before.identity && now.message == "lint.sh: too long")
  }
}
