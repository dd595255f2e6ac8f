// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Unheard",
  targets: [
    .target(name: "Unheard"),
    .testTarget(name: "UnheardTests", dependencies: ["Unheard"]),
  ]
)
