// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Hang",
  targets: [
    .target(name: "Hang"),
    .testTarget(name: "HangTests", dependencies: ["Hang"]),
  ]
)
