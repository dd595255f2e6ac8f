// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Errors",
  targets: [
    .target(name: "Errors"),
    .target(name: "Fine"),
    .testTarget(name: "ErrorsTests", dependencies: ["Errors", "Fine"]),
  ]
)
