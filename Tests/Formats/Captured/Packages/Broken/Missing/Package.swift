// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Missing",
  targets: [.target(name: "Missing", dependencies: ["Elsewhere"]), .target(name: "NoFolder")]
)
