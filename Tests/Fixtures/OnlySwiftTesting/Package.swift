// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "OnlySwiftTesting",
  targets: [
    .target(name: "OnlySwiftTesting"),
    .testTarget(name: "OnlySwiftTestingTests", dependencies: ["OnlySwiftTesting"]),
  ]
)
