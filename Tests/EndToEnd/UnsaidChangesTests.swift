import Foundation
import Kit
import Testing

/// What the compiler asks nobody for: what it finds out by itself, and what it calls without a name.
@Suite("What no source says", .nightly)
struct UnsaidChangesTests {
  @Test("a type that nobody wrote down is as it is now, also behind a build that failed")
  func inferred() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("inferred")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", targets: [.target(name: "Low"), .target(name: "Other"), "#
          + #".target(name: "Middle", dependencies: ["Low"]), "#
          + #".target(name: "High", dependencies: ["Middle"]), "#
          + #".testTarget(name: "UsesTests", dependencies: ["High"]), "#
          + #".testTarget(name: "OtherTests", dependencies: ["Other"])])"# + "\n")
      // A source of a module that is compiled again speaks for no other.
      for module in ["Low", "Middle", "High"] {
        try world.tree.write("Sources/\(module)/More.swift", "public func more\(module)() {}\n")
      }
      try world.tree.write(
        "Sources/Middle/Middle.swift",
        "import Low\npublic struct Pair { public var one = low(); public var tail = 4; public init() {} }\n")
      try world.tree.write(
        "Sources/High/High.swift",
        "import Middle\npublic func size() -> Int { MemoryLayout<Pair>.size }\n")
      let check = "import Other\nimport Testing\n@Test func isOther() { #expect(other() == 1) }\n"
      try world.tree.write("Tests/OtherTests/Tests.swift", check)
      let (small, large) = ("Int8 { 1 }", "(Int, Int, Int) { (1, 2, 3) }")
      let link =
        "@_silgen_name(\"nowhere\") func nowhere()\npublic func other() -> Int { nowhere(); return 1 }\n"
      for (low, size, isWhole, status) in [
        (small, 16, true, Int32(0)), (large, 32, false, 3), (small, 32, true, 1), (small, 16, true, 0),
      ] {
        try world.tree.write("Sources/Low/Low.swift", "public func low() -> \(low)\n")
        try world.tree.write(
          "Sources/Other/Other.swift", isWhole ? "public func other() -> Int { 1 }\n" : link)
        let tests = "import High\nimport Testing\n@Test func isSo() { #expect(size() == \(size)) }\n"
        try world.tree.write("Tests/UsesTests/Tests.swift", tests).commit("Be \(low) and \(isWhole)")
        let end = try await world.run()
        #expect(end.status == status, "\(low), \(size), \(isWhole): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("the size of a type is the one of now, also where another source tells what it is made of")
  func sizes() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("sizes")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.oneLibrary)
      try world.tree.write(
        "Sources/Low/Whole.swift",
        "struct Whole { private var part = made(); private var inner: Inner?; var tail = 4 }\n")
      try world.tree.write(
        "Sources/Low/Size.swift", "public func size() -> Int { MemoryLayout<Whole>.size }\n")
      for (made, inner, size) in [
        ("Int8 { 1 }", "Int8", 16), ("(Int, Int, Int) { (1, 2, 3) }", "Int8", 40),
        ("Int8 { 1 }", "(Int64, Int64)", 40), ("Int8 { 1 }", "Int8", 16),
      ] {
        try world.tree.write(
          "Sources/Low/Part.swift", "func made() -> \(made)\nstruct Inner { var one: \(inner) }\n")
        let tests = "import Low\nimport Testing\n@Test func isSo() { #expect(size() == \(size)) }\n"
        try world.tree.write("Tests/UsesTests/Tests.swift", tests).commit("Be \(made) and \(inner)")
        let end = try await world.run()
        #expect(end.status == 0, "\(made), \(inner): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what is laid out by a value of another source is so now, also for whoever takes it from its module")
  func members() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("members")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", targets: [.target(name: "Low"), "#
          + #".target(name: "High", dependencies: ["Low"]), "#
          + #".testTarget(name: "UsesTests", dependencies: ["High"])])"# + "\n")
      try world.tree.write(
        "Sources/Low/Whole.swift",
        """
        public struct Whole { private var part = Parts.one; public var tail = 4 }
        public func make() -> Whole { Whole() }
        public func take(_ whole: Whole) -> Int { whole.tail }

        """)
      try world.tree.write(
        "Sources/High/High.swift", "import Low\npublic func tail() -> Int { take(make()) }\n")
      try world.tree.write(
        "Sources/High/Holder.swift", "import Low\nstruct Holder { var whole = make() }\n")
      try world.tree.write(
        "Sources/High/Size.swift", "public func size() -> Int { MemoryLayout<Holder>.size }\n")
      for (one, size) in [("Int8(1)", 16), ("(1, 2, 3)", 32), ("Int8(1)", 16)] {
        try world.tree.write("Sources/Low/Parts.swift", "enum Parts { static let one = \(one) }\n")
        let tests =
          "import High\nimport Testing\n@Test func isSo() { #expect(tail() == 4 && size() == \(size)) }\n"
        try world.tree.write("Tests/UsesTests/Tests.swift", tests).commit("Be \(one)")
        let end = try await world.run()
        #expect(end.status == 0, "\(one): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what nobody else sees lays out what others have through others, as it is now")
  func hidden() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("hidden")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", targets: [.target(name: "Low"), "#
          + #".target(name: "Middle", dependencies: ["Low"]), "#
          + #".target(name: "High", dependencies: ["Middle"]), "#
          + #".testTarget(name: "UsesTests", dependencies: ["High"])])"# + "\n")
      for module in ["Low", "Middle", "High"] {
        try world.tree.write("Sources/\(module)/More.swift", "public func more\(module)() {}\n")
      }
      try world.tree.write(
        "Sources/Middle/Middle.swift",
        "import Low\npublic struct Pair { public var one = Whole(); public var tail = 4; public init() {} }\n"
      )
      try world.tree.write(
        "Sources/High/High.swift",
        "import Middle\npublic func size() -> Int { MemoryLayout<Pair>.size }\n"
          + "public func tail() -> Int { [Pair(), Pair()].map(\\.tail).reduce(0, +) }\n")
      for (own, part, size) in [
        ("Int8(1)", "Int8", 16), ("(1, 2, 3)", "Int8", 40), ("(1, 2, 3)", "(Int, Int, Int)", 56),
        ("Int8(1)", "(Int, Int, Int)", 40), ("Int8(1)", "Int8", 16),
      ] {
        try world.tree.write(
          "Sources/Low/Whole.swift",
          "private let own = \(own)\npublic struct Whole {\n  private var head = own\n"
            + "  private var part = Parts.one\n  public init() {}\n}\n")
        try world.tree.write(
          "Sources/Low/Parts.swift",
          "enum Parts { static var one: \(part) { \(part == "Int8" ? "1" : "(1, 2, 3)") } }\n")
        let tests =
          "import High\nimport Testing\n"
          + "@Test func isSo() { #expect(tail() == 8); #expect(size() == \(size)) }\n"
        try world.tree.write("Tests/UsesTests/Tests.swift", tests).commit("Be \(own) and \(part)")
        let end = try await world.run()
        #expect(end.status == 0, "\(own), \(part): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what has copies of a value has them as it is laid out now, however its type is told")
  func copies() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("copies")
      defer { world.scratch.remove() }
      try world.tree.write("Package.swift", Self.oneLibrary)
      try world.tree.write(
        "Sources/Low/Whole.swift",
        """
        struct Whole { var head = 11; var part = Parts.one; var tail = 99 }
        func make() -> Whole { Whole() }
        func isSo(_ whole: Whole) -> Bool { whole.head == 11 && whole.tail == 99 }
        struct Named { var head = 11; var part: Part = aPart(); var tail = 99 }
        func makeNamed() -> Named { Named() }
        func isSo(_ named: Named) -> Bool { named.head == 11 && named.tail == 99 }

        """)
      try world.tree.write(
        "Sources/Low/Several.swift",
        "public func areSo() -> Bool { [make(), make()].allSatisfy { isSo($0) } && isNamed() }\n"
          + "func isNamed() -> Bool { let any: Any = makeNamed(); return isSo(any as! Named) }\n")
      let (small, large) = ("Int8 { 2 }", "String { \"more than fits into a few bytes\" }")
      for (number, (one, part, builds)) in [
        (small, small, true), (large, small, true), (small, large, true), (small, small, true),
        (large, large, false), (small, small, true),
      ].enumerated() {
        try world.tree.write(
          "Sources/Low/Parts.swift",
          "enum Parts { static var one: \(one) }\ntypealias Part = \(part.prefix { $0 != " " })\n"
            + "func aPart() -> Part\(part.drop { $0 != " " })\n")
        // Compiled with what the next one takes back.
        try world.tree.write(
          "Sources/Low/Any.swift", "func any() -> Any { make() as Any }  // \(number / 4)\n")
        let tests =
          "import Low\nimport Testing\n@Test func isSo() { #expect(areSo()\(builds ? ")" : "") }\n"
        try world.tree.write("Tests/UsesTests/Tests.swift", tests).commit("Be \(one) and \(part)")
        let end = try await world.run()
        #expect(end.status == (builds ? 0 : 3), "\(one), \(part): \(end.outputText) \(end.errorText)")
      }
    }
  }

  @Test("what a literal calls is what it calls now, and one build makes all that it concerns")
  func literals() async throws {
    try await Turns.building.run {
      let world = try StaleUsesTests.World("literals")
      defer { world.scratch.remove() }
      try world.tree.write(
        "Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
          + #"let package = Package(name: "Uses", targets: [.target(name: "Low"), "#
          + #".target(name: "Middle", dependencies: ["Low"]), "#
          + #".testTarget(name: "UsesTests", dependencies: ["Low", "Middle"])])"# + "\n")
      try world.tree.write(
        "Sources/Middle/Middle.swift", "import Low\npublic func made() -> Made { 7 }\n")
      try world.tree.write(
        "Tests/UsesTests/Through.swift", "import Middle\nfunc through() -> Int { made().value }\n")
      try world.tree.write(
        "Sources/Low/Use.swift", "public func use() -> Int { let made: Made = 7; return made.value }\n")
      for (type, status) in [("Int", Int32(0)), ("Int8", 1)] {
        try world.tree.write(
          "Sources/Low/Made.swift",
          """
          public struct Made { public var value = 1 }
          extension Made: ExpressibleByIntegerLiteral {
            public typealias IntegerLiteralType = \(type)
            public init(integerLiteral value: Int) { self.value = value }
            public init(integerLiteral value: Int8) { self.value = 2 * Int(value) }
          }

          """)
        let tests = "import Low\nimport Testing\n@Test func isSeven() { #expect(use() == 7) }\n"
        try world.tree.write("Tests/UsesTests/Tests.swift", tests + "// \(type)\n").commit("Be \(type)")
        let end = try await world.run()
        #expect(end.status == status, "\(type): \(end.outputText) \(end.errorText)")
      }
      let log = try String(
        contentsOf: world.scratch.url.appending(path: "state/integrations/local-Uses/2/log.txt"),
        encoding: .utf8)
      #expect(log.contains("which sources of these read through others"), "\(log)")
      #expect(log.split(separator: "\n").count { $0.hasPrefix("$ swift build ") } == 1, "\(log)")
    }
  }

  private static let oneLibrary =
    "// swift-tools-version: 6.0\nimport PackageDescription\n"
    + #"let package = Package(name: "Uses", targets: [.target(name: "Low"), "#
    + #".testTarget(name: "UsesTests", dependencies: ["Low"])])"# + "\n"
}
