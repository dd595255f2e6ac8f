// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "Clang", targets: [.target(name: "CBad")])
