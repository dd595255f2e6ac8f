// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Rewritten",
  targets: [
    .target(name: "Rewritten"),
    .testTarget(name: "RewrittenTests", dependencies: ["Rewritten"]),
  ]
)
