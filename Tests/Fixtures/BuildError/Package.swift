// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "BuildError",
  targets: [
    .target(name: "BuildError"),
    .testTarget(name: "BuildErrorTests", dependencies: ["BuildError"]),
  ]
)
