// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Crash",
  targets: [
    .target(name: "Crasher"),
    .testTarget(name: "CrashTests", dependencies: ["Crasher"]),
  ]
)
