import Files
import Formats
import Model

/// Where XCTest's test methods are declared; the library itself does not tell.
struct TestPlaces {
  struct Place: Equatable {
    var file: PackagePath
    var line: Int
  }

  /// Keyed by module, class and method; a method that only one class declares also by module and method.
  private var places: [String: Place] = [:]
  /// Methods, by module, that several types declare.
  private var common: Set<String> = []
  /// What a class inherits from, as it is written, by module and class.
  private var parents: [String: String] = [:]

  init(package: PackageDescription, packageFolder: String) {
    for target in package.targets where target.type == "test" {
      for source in target.sources where source.hasSuffix(".swift") {
        let path = target.path == "." ? source : target.path + "/" + source
        guard let bytes = contents(of: packageFolder + "/" + path) else { continue }
        read(bytes, file: PackagePath(path), module: target.c99name)
      }
    }
  }

  func place(of test: TestCase) -> Place? {
    var suite = test.suite.split(separator: ".").last.map { String($0) } ?? test.suite
    for _ in 0..<16 {
      if let place = places["\(test.target)|\(suite)|\(test.name)"] { return place }
      guard let parent = parents["\(test.target)|\(suite)"] else { break }
      suite = parent
    }
    let anywhere = "\(test.target)||\(test.name)"
    return common.contains(anywhere) ? nil : places[anywhere]
  }

  /// What follows `class` when it does not begin a type: `class var`, `class override func`.
  private static let notNames: Set<String> = [
    "func", "var", "let", "subscript", "override", "final", "private", "fileprivate", "internal", "public",
    "open", "package", "static", "async", "nonisolated",
  ]

  /// A scan by words: the type that was named last owns the functions that follow.
  private mutating func read(_ bytes: [UInt8], file: PackagePath, module: String) {
    var type = ""
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        .prefix { !$0.starts(with: "//".utf8) && !$0.elementsEqual("*".utf8) }
      for (word, next) in zip(words, words.dropFirst()) {
        let isClass = word.elementsEqual("class".utf8)
        if isClass || word.elementsEqual("extension".utf8) {
          let named = Self.name(next)
          guard !Self.notNames.contains(named) else { continue }
          type = named
          if isClass, let parent = Self.parent(after: next, in: words) {
            parents["\(module)|\(type)"] = parent
          }
        } else if word.elementsEqual("func".utf8) {
          add(Place(file: file, line: number), module: module, type: type, method: Self.name(next))
        }
      }
    }
  }

  private mutating func add(_ place: Place, module: String, type: String, method: String) {
    let own = "\(module)|\(type)|\(method)"
    guard places[own] == nil else { return }
    let anywhere = "\(module)||\(method)"
    if places[anywhere] == nil { places[anywhere] = place } else { common.insert(anywhere) }
    places[own] = place
  }

  /// `class Derived: Base, Other {` → `Base`
  private static func parent(after name: ArraySlice<UInt8>, in words: some Sequence<ArraySlice<UInt8>>)
    -> String?
  {
    let rest = words.drop { $0.startIndex < name.startIndex }.joined(separator: " ".utf8)
    let parts = Array(rest).split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2, !parts[0].contains(UInt8(ascii: "{")),
      let first = parts[1].split(separator: 0x20).first
    else { return nil }
    return Self.name(first)
  }

  /// `HelpTests:` → `HelpTests`, `Outer.Inner<T>` → `Inner`, `testA()` → `testA`
  private static func name(_ word: ArraySlice<UInt8>) -> String {
    let plain = word.prefix {
      $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "<")
        && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: ",")
    }
    let last = plain.split(separator: UInt8(ascii: ".")).last ?? plain
    return String(decoding: last, as: UTF8.self)
  }
}

extension TestCase {
  /// What has no place of its own is shown where its test is declared.
  var withPlaces: TestCase {
    var row = self
    if row.crash != nil, row.crash?.file == nil {
      row.crash?.file = file
      row.crash?.line = line
    }
    for index in row.failures.indices where row.failures[index].file == nil {
      row.failures[index].file = file
      row.failures[index].line = line
    }
    return row
  }
}
