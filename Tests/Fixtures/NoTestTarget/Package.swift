// swift-tools-version: 6.0
import PackageDescription

let package = Package(name: "NoTestTarget", targets: [.target(name: "NoTestTarget")])
