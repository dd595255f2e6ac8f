// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CrashPlaces",
  targets: [
    .target(name: "CrashPlaces"),
    .testTarget(name: "CrashPlacesTests", dependencies: ["CrashPlaces"]),
  ],
  swiftLanguageModes: [.v5]
)
