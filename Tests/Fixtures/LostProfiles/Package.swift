// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "LostProfiles",
  targets: [
    .target(name: "LostProfiles"),
    .testTarget(name: "LostProfilesTests", dependencies: ["LostProfiles"]),
  ])
