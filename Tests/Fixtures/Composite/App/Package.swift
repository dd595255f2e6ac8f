// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [.package(path: "../Core Library")],
  targets: [
    .target(name: "App", dependencies: [.product(name: "Core", package: "Core Library")]),
    .testTarget(name: "AppTests", dependencies: ["App"]),
  ]
)
