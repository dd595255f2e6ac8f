import Testing

@Suite("Arrows")
struct ArrowTests {
  private let manifest = """
    let package = Package(
      targets: [
        library("CThing", pkgConfig: "thing", debian: "libthing-dev"),
        // room("Ghost", ["Model"]),
        wrapper("Thing", ["CThing"]),
        room("Model"),
        room("Formats", ["Model", "Thing"]),
        .executableTarget(
          name: "tool",
          dependencies: [
            "Model", "Formats",
          ],
          swiftSettings: strict),
        .target(name: "Kit", path: "Tests/Kit", swiftSettings: strict),
        tests("Model", ["Model"], exclude: ["Captured"]),
        tests("Tidy", []),
      ])
    """
  private var arrows: Arrows { Arrows(manifest: manifest) }

  @Test("the targets are read with their folders and arrows")
  func rooms() {
    #expect(
      arrows.rooms == [
        Arrows.Room(name: "CThing", folder: "Sources/Platform/CThing", imports: []),
        Arrows.Room(name: "Thing", folder: "Sources/Platform/Thing", imports: ["CThing"]),
        Arrows.Room(name: "Model", folder: "Sources/Model", imports: []),
        Arrows.Room(name: "Formats", folder: "Sources/Formats", imports: ["Model", "Thing"]),
        Arrows.Room(name: "tool", folder: "Sources/tool", imports: ["Model", "Formats"]),
        Arrows.Room(name: "Kit", folder: "Tests/Kit", imports: []),
        Arrows.Room(name: "ModelTests", folder: "Tests/Model", imports: ["Model"]),
        Arrows.Room(name: "TidyTests", folder: "Tests/Tidy", imports: []),
      ])
  }

  @Test(
    "an arrow that is not declared is found, however it is written",
    arguments: [
      "import Thing", "public import Thing", "@testable import Thing", "@_exported public import Thing",
      "import struct Thing.Handle", "internal import Thing",
    ])
  func undeclared(line: String) {
    let file = SourceFile(path: "Sources/Model/A.swift", text: "import Foundation\n\(line)\n")
    #expect(arrows.undeclared(file).map(\.line) == [2])
    #expect(arrows.undeclared(SourceFile(path: "Sources/Formats/A.swift", text: line)) == [])
    #expect(arrows.undeclared(SourceFile(path: "Sources/Model/A.swift", text: "// " + line)) == [])
  }

  @Test("a file of no room is found")
  func homeless() {
    #expect(arrows.undeclared(SourceFile(path: "Sources/Lost/A.swift", text: "")).count == 1)
  }

  @Test("an arrow that nobody follows is found")
  func needless() {
    let files = [
      SourceFile(path: "Sources/Formats/A.swift", text: "import Model"),
      SourceFile(path: "Sources/tool/A.swift", text: "import Model\nimport Formats"),
      SourceFile(path: "Sources/Platform/Thing/A.swift", text: "import CThing"),
      SourceFile(path: "Tests/Model/A.swift", text: "@testable import Model"),
    ]
    #expect(arrows.needless(files) == ["Package.swift: no file of Formats imports Thing"])
  }

  @Test("Model may know Words and no other room, declared or not")
  func foundations() {
    let arrows = Arrows(manifest: #"room("Model", ["Thing", "Words"]),"#)
    let files = [SourceFile(path: "Sources/Model/A.swift", text: "import Thing\nimport Words")]
    #expect(arrows.needless(files) == ["Package.swift: Model must know no other room, not Thing"])
  }

  @Test("a room of Platform may know its C library and no other wrapper")
  func wrappers() {
    let arrows = Arrows(manifest: #"wrapper("Thing", ["CThing", "Words", "Other"]),"#)
    let text = "import CThing\nimport Words\nimport Other"
    let files = [SourceFile(path: "Sources/Platform/Thing/A.swift", text: text)]
    #expect(arrows.needless(files) == ["Package.swift: Thing must know no other room, not Other"])
  }

  @Test("a type named like its module is found")
  func namesakes() {
    let text = "public enum Thing {}\nstruct Things {}\n"
    #expect(
      arrows.namesakes(SourceFile(path: "Sources/Platform/Thing/A.swift", text: text)).map(\.line) == [1])
    #expect(arrows.namesakes(SourceFile(path: "Sources/Formats/A.swift", text: text)) == [])
  }
}
