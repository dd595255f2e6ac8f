import Model
import Tokens

/// Which parts between `#if` and `#endif` the package manager builds here.
struct BuildConditions {
  enum Answer: Equatable {
    case yes, no, unknown

    static prefix func ! (answer: Answer) -> Answer {
      switch answer {
      case .yes: .no
      case .no: .yes
      case .unknown: .unknown
      }
    }

    static func && (one: Answer, other: Answer) -> Answer {
      if one == .no || other == .no { return .no }
      return one == .yes && other == .yes ? .yes : .unknown
    }
  }

  /// What is defined, and what could be: a flag that the manifest does not name is not set.
  var defined: Set<String> = ["SWIFT_PACKAGE"]
  var manifest = ""
  /// What the compiler was told, where that is known.
  var flags = CompilerFlags()
  /// Nothing else is defined.
  private var isExact = false
  var modules: Set<String> = []
  /// Of the package's own what was not built, as it is for other platforms alone.
  var unbuilt: Set<String> = []
  /// The compiler's version, `[6, 3, 1]`.
  var compiler: [Int] = []

  /// What every Swift on Linux can import, and what none can.
  private static let imports: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Glibc",
    "Dispatch",
    "XCTest", "Testing", "Synchronization", "Observation", "RegexBuilder", "Distributed", "_Concurrency",
    "_StringProcessing", "Cxx",
  ]
  private static let foreign: Set<String> = [
    "Darwin", "UIKit", "AppKit", "SwiftUI", "Combine", "ObjectiveC", "os", "OSLog", "CoreGraphics",
    "CoreData",
    "CoreImage", "CoreLocation", "CoreText", "CoreMedia", "AVFoundation", "WatchKit", "TVUIKit", "Cocoa",
    "Metal",
    "MetalKit", "SceneKit", "SpriteKit", "WebKit", "MapKit", "Security", "CryptoKit", "CommonCrypto",
    "Accelerate",
    "Network", "StoreKit", "QuartzCore", "UniformTypeIdentifiers", "SwiftData", "Musl", "Bionic", "Android",
    "WinSDK", "ucrt", "CRT", "WASILibc", "Compression",
  ]

  /// The condition that begins at `index`, and the index behind it.
  func answer(_ code: TestCode, from index: Int) -> (Answer, end: Int) {
    var reader = Reader(conditions: self, code: code, index: index)
    let answer = reader.either()
    return (answer, min(reader.index, code.tokens.count))
  }

  /// `||` binds less than `&&`, and both less than `!`.
  private struct Reader {
    let conditions: BuildConditions
    let code: TestCode
    var index: Int

    mutating func either() -> Answer {
      var answer = both()
      while code.isSign(index, "|"), code.isSign(index + 1, "|") {
        index += 2
        // Either is what is left when not both are not.
        answer = !(!answer && !both())
      }
      return answer
    }

    private mutating func both() -> Answer {
      var answer = single()
      while code.isSign(index, "&"), code.isSign(index + 1, "&") {
        index += 2
        answer = answer && single()
      }
      return answer
    }

    private mutating func single() -> Answer {
      if code.isSign(index, "!") {
        index += 1
        return !single()
      }
      if code.isSign(index, "(") {
        index += 1
        let answer = either()
        index += 1
        return answer
      }
      let word = code.text(index)
      index += 1
      guard code.isSign(index, "(") else { return conditions.flag(word) }
      let end = code.closing(index, "(", ")")
      let argument = code.source(index + 1..<max(end, index + 1)).filter { $0 != " " }
      index = end + 1
      return conditions.platform(word, argument)
    }
  }

  private func flag(_ name: String) -> Answer {
    if name == "true" || defined.contains(name) { return .yes }
    if isExact || name == "false" || name == "DEBUG" { return .no }
    return manifest.contains(name) ? .unknown : .no
  }

  /// As they are in one target.
  func within(_ target: PackageDescription.Target) -> BuildConditions {
    guard let flags = flags.defined(in: target.c99name) else { return self }
    var own = self
    (own.defined, own.isExact) = (flags, true)
    return own
  }

  private func platform(_ question: String, _ argument: String) -> Answer {
    switch question {
    case "os": argument == "Linux" ? .yes : .no
    case "arch": argument == Self.architecture ? .yes : .no
    case "targetEnvironment", "_ptrauth": .no
    case "canImport": imports(argument)
    case "compiler": version(argument, of: compiler)
    case "swift": language(argument)
    case "_runtime": argument == "_Native" ? .yes : .no
    case "_endian": argument == "little" ? .yes : .no
    default: .unknown
    }
  }

  private static var architecture: String {
    #if arch(arm64)
      "arm64"
    #else
      "x86_64"
    #endif
  }

  private func imports(_ argument: String) -> Answer {
    let module = String(argument.prefix { $0 != "," && $0 != "." })
    if module != argument { return Self.foreign.contains(module) ? .no : .unknown }
    if unbuilt.contains(module) { return .no }
    if Self.imports.contains(module) || modules.contains(module) { return .yes }
    return Self.foreign.contains(module) ? .no : .unknown
  }

  /// A package in the mode of Swift 5 is one of 5.10, whatever compiles it.
  private func language(_ argument: String) -> Answer {
    let newest = version(argument, of: compiler)
    let oldest = version(argument, of: [5, 10])
    return newest == oldest ? newest : .unknown
  }

  private func version(_ argument: String, of known: [Int]) -> Answer {
    let isLess = argument.hasPrefix("<") && !argument.hasPrefix("<=")
    guard isLess || argument.hasPrefix(">="), !known.isEmpty else { return .unknown }
    let asked = argument.drop { "<>=".contains($0) }.split(separator: ".").compactMap { Int($0) }
    return known.lexicographicallyPrecedes(asked) == isLess ? .yes : .no
  }
}

extension BuildConditions {
  init(
    package: PackageDescription, manifest: String, configuration: Configuration, toolchain: String,
    flags: CompilerFlags = CompilerFlags(), built: Set<String>? = nil
  ) {
    self.flags = flags
    if let built {
      let own = package.targets.filter { !$0.isClang && $0.type == "library" }
      unbuilt = Set(own.map(\.c99name)).subtracting(built)
    }
    (self.manifest, modules) = (manifest, Set(package.targets.map(\.c99name)))
    if configuration == .debug { defined.insert("DEBUG") }
    let words = toolchain.split(whereSeparator: { !$0.isNumber && $0 != "." })
    compiler = (words.first { $0.contains(".") } ?? "").split(separator: ".").compactMap { Int($0) }
  }
}
