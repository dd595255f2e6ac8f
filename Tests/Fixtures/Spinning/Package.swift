// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Spinning",
  targets: [
    .target(name: "Spinning"),
    .testTarget(name: "SpinningTests", dependencies: ["Spinning"]),
  ])
