// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Link",
  targets: [.target(name: "CThing"), .executableTarget(name: "Link", dependencies: ["CThing"])]
)
