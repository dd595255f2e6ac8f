// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "ThrowingCondition",
  targets: [
    .target(name: "ThrowingCondition"),
    .testTarget(name: "ThrowingConditionTests", dependencies: ["ThrowingCondition"]),
  ]
)
