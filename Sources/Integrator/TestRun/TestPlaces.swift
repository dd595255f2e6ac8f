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

  /// The type that was named last owns the functions that follow.
  private mutating func read(_ bytes: [UInt8], file: PackagePath, module: String) {
    let code = TestCode(bytes)
    var type = ""
    for index in code.tokens.indices where code.tokens[index].kind == .keyword {
      switch code.text(index) {
      case "class":
        guard let (name, end) = code.name(from: index + 1) else { continue }
        type = name
        if let parent = code.parent(from: end) { parents["\(module)|\(type)"] = parent }
      case "extension":
        if let (name, _) = code.name(from: index + 1) { type = name }
      case "func":
        let place = Place(file: file, line: code.lines[index])
        add(place, module: module, type: type, method: code.text(index + 1))
      default: continue
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
