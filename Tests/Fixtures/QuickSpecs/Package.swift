// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "QuickSpecs",
  targets: [
    .target(name: "Lib"),
    .target(name: "Quick", path: "Quick"),
    .testTarget(name: "LibTests", dependencies: ["Lib", "Quick"]),
  ]
)
