// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "HangClassSetUp",
  targets: [
    .target(name: "HangClassSetUp"),
    .testTarget(name: "HangClassSetUpTests", dependencies: ["HangClassSetUp"]),
  ]
)
