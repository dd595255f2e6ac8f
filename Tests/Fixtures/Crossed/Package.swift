// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Crossed",
  targets: [
    .target(name: "Crossed"),
    .testTarget(name: "CrossedTests", dependencies: ["Crossed"]),
  ])
