// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "IdleBodies",
  targets: [
    .target(name: "IdleBodies"),
    .testTarget(name: "IdleBodiesTests", dependencies: ["IdleBodies"]),
  ]
)
