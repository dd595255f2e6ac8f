// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CrashSwiftTesting",
  targets: [
    .target(name: "CrashSwiftTesting"),
    .testTarget(name: "CrashSwiftTestingTests", dependencies: ["CrashSwiftTesting"]),
  ]
)
