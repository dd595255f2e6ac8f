// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "ThirtyXCTest",
  targets: [
    .target(name: "ThirtyXCTest"),
    .testTarget(name: "ThirtyXCTestTests", dependencies: ["ThirtyXCTest"]),
  ]
)
