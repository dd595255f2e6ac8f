// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "LinkError",
  targets: [
    .target(name: "LinkError"),
    .testTarget(name: "LinkErrorTests", dependencies: ["LinkError"]),
  ]
)
