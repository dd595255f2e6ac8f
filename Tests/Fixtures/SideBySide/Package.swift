// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "SideBySide",
  targets: [
    .target(name: "Side"),
    .testTarget(name: "SideTests", dependencies: ["Side"]),
  ])
