// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "ManifestError",
  targets: [
    .target(name: "ManifestError", dependences: ["Nothing"]),
  ]
)
