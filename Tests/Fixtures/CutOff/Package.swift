// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CutOff",
  targets: [
    .target(name: "Once"),
    .testTarget(name: "OnceTests", dependencies: ["Once"]),
  ]
)
