// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Console",
  targets: [
    .target(name: "Geo"),
    .testTarget(name: "GeoTests", dependencies: ["Geo"]),
    .testTarget(name: "OldTests", dependencies: ["Geo"], swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)
