// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "BrokenTestTarget",
  targets: [
    .target(name: "BrokenTestTarget"),
    .testTarget(name: "BrokenTestTargetTests", dependencies: ["BrokenTestTarget"]),
  ]
)
