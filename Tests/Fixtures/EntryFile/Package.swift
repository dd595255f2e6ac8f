// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "EntryFile",
  targets: [.target(name: "Lib"), .testTarget(name: "LibTests", dependencies: ["Lib"])])
