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
    let suite = test.suite.split(separator: ".").last.map { String($0) } ?? test.suite
    return places["\(test.target)|\(suite)|\(test.name)"] ?? places["\(test.target)||\(test.name)"]
  }

  /// A scan by lines: the type that was named last owns the functions that follow.
  private mutating func read(_ bytes: [UInt8], file: PackagePath, module: String) {
    var type = ""
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if let at = words.firstIndex(where: {
        $0.elementsEqual("class".utf8) || $0.elementsEqual("extension".utf8)
      }),
        at + 1 < words.count, !words[at + 1].elementsEqual("func".utf8),
        !words[..<at].contains(where: { $0.starts(with: "//".utf8) })
      {
        type = Self.name(words[at + 1])
      }
      if let at = words.firstIndex(where: { $0.elementsEqual("func".utf8) }), at + 1 < words.count {
        let method = Self.name(words[at + 1])
        let place = Place(file: file, line: number)
        if places["\(module)|\(type)|\(method)"] == nil { places["\(module)|\(type)|\(method)"] = place }
        if places["\(module)||\(method)"] == nil { places["\(module)||\(method)"] = place }
      }
    }
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
