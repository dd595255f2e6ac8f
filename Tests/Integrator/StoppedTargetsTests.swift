import Model
import Testing

@testable import Integrator

@Suite("Targets of which the compiler looked into no source")
struct StoppedTargetsTests {
  private func have(_ file: PackagePath, _ message: String, in told: String = "/p/Sources/L/B.swift") -> Bool
  {
    let targets = ["L", "Lib"].map {
      PackageDescription.Target(name: $0, type: "library", path: "Sources/\($0)", sources: ["A.swift"])
    }
    let error = Diagnostic(severity: .error, message: message, file: told, line: 1, column: 8)
    return StoppedTargets([error], targets, in: "/p").have(file)
  }

  @Test("are those in which a module cannot be loaded, and no other")
  func imports() {
    #expect(have("Sources/L/A.swift", "no such module 'Nope'"))
    #expect(have("Sources/L/A.swift", "could not build C module 'C'", in: "Sources/L/B.swift"))
    #expect(!have("Sources/Lib/A.swift", "no such module 'Nope'"))
    #expect(!have("Sources/L/A.swift", "cannot find 'x' in scope"))
    #expect(!have("Sources/L/A.swift", "no such module 'Nope'", in: "/else/B.swift"))
  }
}
