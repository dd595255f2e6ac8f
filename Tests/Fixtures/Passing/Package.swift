// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Passing",
  targets: [
    .target(name: "Passing", resources: [.copy("Greeting.txt")]),
    .testTarget(name: "PassingTests", dependencies: ["Passing"], resources: [.copy("Sample.txt")]),
  ]
)
