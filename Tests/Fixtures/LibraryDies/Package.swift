// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "LibraryDies",
  targets: [
    .target(name: "LibraryDies"),
    .testTarget(name: "LibraryDiesTests", dependencies: ["LibraryDies"]),
  ]
)
