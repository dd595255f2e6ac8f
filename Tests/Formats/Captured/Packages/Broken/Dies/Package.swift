// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Dies",
  targets: [.target(name: "Dies", swiftSettings: [.unsafeFlags(["-Xfrontend", "-debug-crash-immediately"])])]
)
