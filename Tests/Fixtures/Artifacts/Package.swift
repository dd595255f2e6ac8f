// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Artifacts",
  targets: [
    .target(name: "Artifacts"),
    .testTarget(name: "ArtifactsTests", dependencies: ["Artifacts"]),
  ]
)
