import Model
import Testing

@testable import Integrator

@Suite struct DiagnosticPlacesTests {
  @Test("warnings that differ only in a path of the package stay two issues")
  func paths() {
    let warnings = ["A", "B"].map {
      Diagnostic(
        severity: .warning,
        message: "Invalid Exclude '/state/checkout/Tests/\($0)/List.txt': File not found.",
        file: "/state/checkout/Package.swift", line: nil, column: nil
      ).relative(to: "/state/checkout")
    }
    #expect(warnings[0].message == "Invalid Exclude 'Tests/A/List.txt': File not found.")
    #expect(warnings[0].file == "Package.swift")
    var evidence = Judgement.Evidence()
    evidence.diagnostics = warnings
    #expect(Set(Judgement.of(evidence).issues.new.map(\.identity)).count == 2)
  }

  @Test("where the package manager calls the package as its folder, it has its own name")
  func name() {
    let words = "found 1 file(s) which are unhandled"
    let told = Diagnostic(
      severity: .warning, message: "'checkout': \(words)", file: "/state/Checkout/a.txt", line: nil,
      column: nil)
    let placed = told.relative(to: "/state/Checkout", named: "Shop")
    #expect(placed.message == "'Shop': \(words)" && placed.file == "a.txt")
    var other = told
    other.message = "'other': \(words)"
    #expect(other.relative(to: "/state/Checkout", named: "Shop").message == other.message)
    other.message = "'checkout': package 'checkout' is using Swift tools version 9.0.0"
    #expect(other.relative(to: "/state/Checkout").message == "the package is using Swift tools version 9.0.0")
    #expect(
      other.relative(to: "/state/Checkout", named: "Shop").message
        == "'Shop': package 'Shop' is using Swift tools version 9.0.0")
  }

  @Test("a path outside of the package is left as it is")
  func elsewhere() {
    let told = Diagnostic(
      severity: .error, message: "see /state/checkout2/x", file: "/state/checkout2/x", line: 1, column: 2)
    #expect(told.relative(to: "/state/checkout") == told)
  }
}
