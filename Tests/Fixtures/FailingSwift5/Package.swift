// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "FailingSwift5",
  targets: [
    .target(name: "FailingSwift5", path: "lib"),
    .testTarget(name: "FailingSwift5Tests", dependencies: ["FailingSwift5"], path: "checks"),
  ]
)
