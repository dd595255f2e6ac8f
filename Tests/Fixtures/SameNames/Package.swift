// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "SameNames",
  targets: [
    .target(name: "SameNames"),
    .testTarget(name: "FirstTests", dependencies: ["SameNames"]),
    .testTarget(name: "SecondTests", dependencies: ["SameNames"]),
  ]
)
