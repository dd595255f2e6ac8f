// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "BehindCrash",
  targets: [
    .target(name: "BehindCrash"), .testTarget(name: "BehindCrashTests", dependencies: ["BehindCrash"]),
  ])
