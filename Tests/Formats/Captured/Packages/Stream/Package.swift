// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Stream",
  targets: [
    .target(name: "Helper"),
    .testTarget(name: "StreamTests", dependencies: ["Helper"]),
    .testTarget(name: "MoreTests"),
  ]
)
