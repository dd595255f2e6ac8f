// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Analyzed",
  targets: [
    .target(name: "CThing", cSettings: [.define("COUNT", to: "3")]),
    .target(name: "Lib", dependencies: ["CThing"]),
    .testTarget(name: "LibTests", dependencies: ["Lib"]),
  ]
)
