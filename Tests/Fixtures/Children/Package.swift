// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Children",
  targets: [
    .target(name: "Children"),
    .testTarget(name: "ChildrenTests", dependencies: ["Children"]),
  ]
)
