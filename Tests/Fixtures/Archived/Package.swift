// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Archived",
  products: [
    .executable(name: "say it", targets: ["tool"]), .executable(name: "left out", targets: ["silent"]),
  ],
  targets: [
    .target(name: "CThing"),
    .target(name: "Words", dependencies: ["CThing"], resources: [.copy("Texts")]),
    .executableTarget(name: "tool", dependencies: ["Words"]),
    .executableTarget(name: "silent"),
    .testTarget(name: "WordsTests", dependencies: ["Words"]),
  ])
