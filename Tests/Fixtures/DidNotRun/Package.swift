// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "DidNotRun",
  targets: [
    .target(name: "Lib"),
    .target(name: "Helpers"),
    .testTarget(name: "LibTests", dependencies: ["Lib", "Helpers"]),
    .testTarget(name: "SilentTests", dependencies: ["Lib"]),
  ]
)
