// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Noisy",
  targets: [
    .target(name: "Noisy"),
    .testTarget(name: "NoisyTests", dependencies: ["Noisy"]),
  ]
)
