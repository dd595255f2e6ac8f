// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "PrintsAtLoad",
  targets: [
    .target(name: "CLoud"),
    .target(name: "PrintsAtLoad", dependencies: ["CLoud"]),
    .testTarget(name: "PrintsAtLoadTests", dependencies: ["PrintsAtLoad"]),
  ]
)
