// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "ThirtySwiftTesting",
  targets: [
    .target(name: "ThirtySwiftTesting"),
    .testTarget(name: "ThirtySwiftTestingTests", dependencies: ["ThirtySwiftTesting"]),
  ]
)
