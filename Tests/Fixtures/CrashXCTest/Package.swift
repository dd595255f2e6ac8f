// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CrashXCTest",
  targets: [
    .target(name: "CrashXCTest"),
    .testTarget(name: "CrashXCTestTests", dependencies: ["CrashXCTest"]),
  ]
)
