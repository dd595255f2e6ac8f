// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Flaky",
  targets: [
    .target(name: "Chance"),
    .testTarget(name: "ChanceTests", dependencies: ["Chance"]),
  ]
)
