import Model
import Testing

@testable import Integrator

@Suite("Errors that the compiler comes to last")
struct HiddenErrorsTests {
  private func have(_ file: PackagePath, now told: String, in place: String, known: String) -> Bool {
    let targets = ["L", "Lib"].map {
      PackageDescription.Target(name: $0, type: "library", path: "Sources/\($0)", sources: ["A.swift"])
    }
    let issue = Issue(
      kind: .buildError, message: known, target: "L", file: "Sources/L/A.swift", line: 1, test: nil, since: 1)
    let error = Diagnostic(severity: .error, message: told, file: place, line: 1, column: 8)
    return HiddenErrors([issue], told: [error], targets, in: "/p").have(file)
  }

  @Test("say nothing by being absent while a module of theirs has others, and are gone otherwise")
  func hidden() {
    let known = "missing return in global function expected to return 'Int'"
    let types = "cannot convert value of type 'String' to specified type 'Int'"
    #expect(have("Sources/L/A.swift", now: types, in: "/p/Sources/L/B.swift", known: known))
    #expect(!have("Sources/L/B.swift", now: types, in: "/p/Sources/L/B.swift", known: known))
    #expect(!have("Sources/L/A.swift", now: types, in: "/p/Sources/Lib/B.swift", known: known))
    #expect(!have("Sources/L/A.swift", now: types, in: "/p/Sources/L/B.swift", known: types))
    let other = "variable 'x' used before being initialized"
    #expect(!have("Sources/L/A.swift", now: other, in: "/p/Sources/L/B.swift", known: known))
  }
}
