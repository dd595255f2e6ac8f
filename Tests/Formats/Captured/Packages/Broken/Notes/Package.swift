// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Notes",
  targets: [.target(name: "Notes"), .testTarget(name: "NotesTests", dependencies: ["Notes"])]
)
