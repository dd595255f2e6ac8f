// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "ExitZero",
  targets: [
    .target(name: "ExitZero"),
    .testTarget(name: "ExitZeroTests", dependencies: ["ExitZero"]),
  ]
)
