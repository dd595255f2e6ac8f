// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "NoTests",
  targets: [
    .target(name: "NoTests"),
    .testTarget(name: "NoTestsTests", dependencies: ["NoTests"]),
  ]
)
