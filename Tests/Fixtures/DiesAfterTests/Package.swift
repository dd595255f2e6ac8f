// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "DiesAfterTests",
  targets: [
    .target(name: "DiesAfterTests"),
    .testTarget(name: "DiesAfterTestsTests", dependencies: ["DiesAfterTests"]),
  ]
)
