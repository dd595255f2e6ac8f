// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "CleanRoom",
  targets: [
    .target(name: "CleanRoom"),
    .testTarget(name: "CleanRoomTests", dependencies: ["CleanRoom"]),
  ])
