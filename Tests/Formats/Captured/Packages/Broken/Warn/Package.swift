// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Warn",
  targets: [.target(name: "Warn"), .testTarget(name: "WarnTests", dependencies: ["Warn"])]
)
