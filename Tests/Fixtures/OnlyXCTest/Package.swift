// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "OnlyXCTest",
  targets: [
    .target(name: "OnlyXCTest"),
    .testTarget(name: "OnlyXCTestTests", dependencies: ["OnlyXCTest"]),
  ]
)
