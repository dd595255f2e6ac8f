// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Plugin",
  targets: [.plugin(name: "Gen", capability: .buildTool()), .target(name: "Uses", plugins: ["Gen"])]
)
