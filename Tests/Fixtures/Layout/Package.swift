// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Layout",
  products: [.library(name: "Layout", targets: ["Layout"]), .executable(name: "tool", targets: ["Tool"])],
  targets: [
    .target(name: "CCounter"),
    .target(name: "Layout", dependencies: ["CCounter"], plugins: ["Generate"]),
    .target(name: "Unlinked"),
    .executableTarget(name: "Tool", dependencies: ["Layout"]),
    .executableTarget(name: "Lonely", path: "Odd Folder/Lonely + co"),
    .executableTarget(name: "Generator"),
    .plugin(name: "Generate", capability: .buildTool(), dependencies: ["Generator"]),
    .testTarget(name: "LayoutTests", dependencies: ["Layout", "CCounter"]),
    .testTarget(name: "ToolTests", dependencies: ["Tool"], path: "Tests/Tool Tests"),
  ]
)
