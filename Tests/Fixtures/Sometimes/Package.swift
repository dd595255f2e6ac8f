// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Sometimes",
  targets: [
    .target(name: "Sometimes"),
    .testTarget(name: "SometimesTests", dependencies: ["Sometimes"]),
  ])
