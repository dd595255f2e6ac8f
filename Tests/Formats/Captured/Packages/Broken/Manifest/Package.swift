// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "Manifest", targets: [.target(nme: "X")])
