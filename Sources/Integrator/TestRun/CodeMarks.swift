import Coverage
import Files
import Model
import Profiles
import Words

/// Tells what of a build is still what it was: the text of each function, the sources of each target of
/// tests, and all the rest in one.
struct CodeMarks {
  let workbench: Workbench
  let toolchain: Toolchain
  let package: PackageDescription
  let sources: CompiledSources

  /// What is larger is known by its size and time.
  private static let mostBytes = 1 << 20

  func code(_ index: CodeIndex, modules: [PackagePath: String]) -> MappedCode {
    var functions: [TestMap.Function] = []
    var cuts: [PackagePath: [Range<Int>]] = [:]
    var texts: [PackagePath: SourceLines] = [:]
    for function in index.functions {
      if texts[function.path] == nil {
        texts[function.path] = SourceLines(sources.bytes(of: function.path) ?? [])
      }
      let range = texts[function.path]?.range(function.place) ?? 0..<0
      let text = texts[function.path]?.bytes[range] ?? []
      cuts[function.path, default: []].append(range)
      let name = MeasuredFiles.name(
        function.symbol, module: modules[function.path] ?? "", demangle: workbench.surroundings.demangle)
      functions.append(
        TestMap.Function(
          path: function.path, symbol: function.symbol, name: name, line: Int(function.place.line),
          mark: range.isEmpty ? "" : String(ContentMark(Array(text)).text.prefix(16))))
    }
    let tests = package.targets.filter { $0.type == "test" }
    let marks = Dictionary(tests.map { ($0.c99name, mark(below: $0.path).text) }) { one, other in one + other
    }
    return MappedCode(functions: functions, mark: rest(cuts, texts).text, testMarks: marks)
  }

  /// All that is neither the text of a function nor a target of tests.
  private func rest(_ cuts: [PackagePath: [Range<Int>]], _ texts: [PackagePath: SourceLines]) -> ContentMark {
    let settings = workbench.settings
    var mark = ContentMark("1")
    for word in [toolchain.swift, toolchain.version, settings.configuration.rawValue, settings.home.rawValue]
    {
      mark.add(word)
    }
    for word in settings.buildArguments { mark.add(word) }
    for (name, value) in settings.environment.sorted(by: { $0.key < $1.key }) {
      mark.add(name)
      mark.add(value)
    }
    for name in ["Package.swift", "Package.resolved"] {
      mark.add(contents(of: workbench.packageFolder + "/" + name) ?? [])
    }
    for target in package.targets where target.type != "test" {
      mark.add(target.name)
      mark.add(
        self.mark(below: target.path) { path in
          guard let text = texts[path], let cut = cuts[path] else { return nil }
          return text.without(cut)
        })
    }
    // They are built as they lie there.
    for folder in package.dependencies.compactMap(\.path) {
      for name in FileTree.names(below: folder, skipping: [".build", ".git"]) {
        add(file: folder + "/" + name, to: &mark)
      }
    }
    return mark
  }

  private func mark(
    below folder: String, _ text: (PackagePath) -> [UInt8]? = { _ in nil }
  ) -> ContentMark {
    var mark = ContentMark()
    let folder = PackageDescription.normal(folder)
    let whole = folder.isEmpty ? workbench.packageFolder : "\(workbench.packageFolder)/\(folder)"
    for name in FileTree.names(below: whole, skipping: [".build", ".git"]) {
      let path = PackagePath(folder.isEmpty ? name : "\(folder)/\(name)")
      mark.add(name)
      if let bytes = text(path) { mark.add(bytes) } else { add(file: "\(whole)/\(name)", to: &mark) }
    }
    return mark
  }

  private func add(file: String, to mark: inout ContentMark) {
    guard let facts = FileFacts(file) else { return mark.add(-1) }
    mark.add(facts.size)
    if facts.size <= Self.mostBytes, let bytes = contents(of: file) {
      mark.add(bytes)
    } else {
      mark.add("\(facts.modified)")
    }
  }
}

/// A source by lines and columns.
struct SourceLines {
  let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Empty where there is no such place.
  func range(_ place: LLVMExport.Place) -> Range<Int> {
    guard let start = offset(place.line, place.column), let end = offset(place.endLine, place.endColumn),
      start < end
    else { return 0..<0 }
    return start..<end
  }

  private func offset(_ line: Int32, _ column: Int32) -> Int? {
    guard starts.indices.contains(Int(line) - 1), column > 0 else { return nil }
    let offset = starts[Int(line) - 1] + Int(column) - 1
    return offset <= bytes.count ? offset : nil
  }

  func without(_ ranges: [Range<Int>]) -> [UInt8] {
    var rest: [UInt8] = []
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= end {
      rest += bytes[end..<range.lowerBound]
      end = max(end, range.upperBound)
    }
    return rest + bytes[end...]
  }
}
