// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Lines",
  targets: [
    .target(name: "Lines"),
    .testTarget(name: "LinesTests", dependencies: ["Lines"]),
  ]
)
