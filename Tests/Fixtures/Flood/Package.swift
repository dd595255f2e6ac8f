// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Flood",
  targets: [
    .target(name: "Flood"),
    .testTarget(name: "FloodTests", dependencies: ["Flood"]),
  ]
)
