// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Together",
  targets: [
    .target(name: "Together"),
    .testTarget(name: "TogetherTests", dependencies: ["Together"]),
  ])
