// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "LateFailure",
  targets: [
    .target(name: "LateFailure"),
    .testTarget(name: "LateFailureTests", dependencies: ["LateFailure"]),
  ]
)
