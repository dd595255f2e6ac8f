// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Warnings",
  targets: [
    .target(name: "Warnings"),
    .testTarget(name: "WarningsTests", dependencies: ["Warnings"]),
  ]
)
