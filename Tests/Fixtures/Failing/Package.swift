// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Failing",
  targets: [
    .target(name: "Failing"),
    .testTarget(name: "FailingTests", dependencies: ["Failing"]),
  ]
)
