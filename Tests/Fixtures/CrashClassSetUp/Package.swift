// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CrashClassSetUp",
  targets: [
    .target(name: "CrashClassSetUp"),
    .testTarget(name: "CrashClassSetUpTests", dependencies: ["CrashClassSetUp"]),
  ]
)
