// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CrossedCases",
  targets: [
    .target(name: "CrossedCases"),
    .testTarget(name: "CrossedCasesTests", dependencies: ["CrossedCases"]),
  ])
