// swift-tools-version:6.0
import PackageDescription

let package = Package(
  name: "DidNotRun",
  targets: [
    .target(name: "Lib"),
    .target(name: "Helpers"),
    .testTarget(
      name: "LibTests", dependencies: ["Lib", "Helpers"], exclude: ["LeftOutTests.swift"],
      resources: [.copy("Data")]),
    .testTarget(name: "SilentTests", dependencies: ["Lib"]),
  ]
)
