import Model
import Testing
import Tokens

@testable import Integrator

@Suite struct CompilerFlagsTests {
  private let plan = """
    commands:
      "C.T-debug.module":
        description: "Compiling"
        args: ["swiftc","-module-name","T","-c","-DSWIFT_PACKAGE","-DDEBUG","-D","SLOW","-Xcc","-DFROM_C"]
      "C.U-debug.module":
        args: ["/opt/swiftc","-module-name","U","-c","@/b/sources","-DSWIFT_PACKAGE","-Xcc","-D","-Xcc","X"]
      "link":
        args: ["/opt/swiftc","-module-name","U","-emit-executable","-DLINKED"]
        args: ["broken
    """

  @Test("what the compiler was told to define is read from the package manager's plan, by module")
  func read() {
    let flags = CompilerFlags(plan: Array(plan.utf8))
    #expect(flags.defined(in: "T") == ["SWIFT_PACKAGE", "DEBUG", "SLOW"])
    #expect(flags.defined(in: "U") == ["SWIFT_PACKAGE"])
    #expect(flags.defined(in: "V") == nil)
  }

  @Test("how a module is compiled is the same in another folder, and by more jobs")
  func settings() {
    func settings(_ more: String) -> String {
      CompilerFlags(plan: Array(plan.replacing("\"-DDEBUG\"", with: "\"-DDEBUG\"" + more).utf8))
        .settings(of: "T")
    }
    #expect(settings(",\"-j4\",\"-I\",\"/b/Modules\"").hasSuffix("-I -D SLOW -Xcc -DFROM_C"))
    #expect(settings("") != settings(",\"-cxx-interoperability-mode=default\""))
    #expect(settings(",\"-j4\"") == settings(",\"-j2\""))
  }

  @Test("the ways in which all is built are the same in another folder, by more jobs, and counted or not")
  func ways() {
    func ways(_ more: String) -> [String] {
      CompilerFlags.ways(Array(plan.replacing("\"-DDEBUG\"", with: "\"-DDEBUG\"" + more).utf8))
    }
    let plain = ways("")
    #expect(plain.count == 3 && plain.contains { $0.hasSuffix("-DLINKED") })
    #expect(ways(",\"-j4\",\"/b/T.o\"") == plain)
    let counting = ",\"-profile-generate\",\"-Xllvm\",\"-runtime-counter-relocation\""
    #expect(ways(counting + ",\"-Xcc\",\"-fcoverage-mapping\"") == plain)
    for more in ["-DFLAG", "-Duse_counters", "-DURL=a/b"] { #expect(ways(",\"\(more)\"") != plain) }
    let tool = "\n  args: [\"/b/tool\",\"--stamp\",\"7\"]"
    #expect(CompilerFlags.ways(Array((plan + tool).utf8)) == plain)
  }

  @Test("a condition is answered as its target is built; without a plan, as the manifest lets one guess")
  func answers() {
    let targets = ["T", "U", "V"].map {
      PackageDescription.Target(name: $0, type: "test", path: "Tests/\($0)", sources: [])
    }
    let conditions = BuildConditions(
      package: PackageDescription(name: "P", path: "/p", targets: targets), manifest: "SLOW",
      configuration: .debug, toolchain: "Swift 6.3.1", flags: CompilerFlags(plan: Array(plan.utf8)))
    func answers(_ flag: String) -> [BuildConditions.Answer] {
      targets.map { target in
        conditions.within(target).answer(TestCode(Array(flag.utf8)), from: 0).0
      }
    }
    #expect(answers("SLOW") == [.yes, .no, .unknown])
    #expect(answers("DEBUG") == [.yes, .no, .yes])
    #expect(answers("FROM_C") == [.no, .no, .no])
    #expect(answers("!SLOW && os(Linux)") == [.no, .yes, .unknown])
  }
}
