import Coverage
import Files
import Foundation
import Model
import Profiles
import Threads
import Tokens
import Words

/// Tells what of a build is still what it was: each function, each test, what else targets of tests have,
/// and all the rest in one.
struct CodeMarks {
  let workbench: Workbench
  let toolchain: Toolchain
  let package: PackageDescription
  let sources: CompiledSources
  let tests: [TestSource]

  /// No test reads them, and nothing is built of them.
  private static let idle: Set<String> = [".build", ".git", ".github"]
  /// What children of tests leave where they stand comes and goes.
  private static let idleEnds = [".md", ".profraw"]

  func code(_ index: CodeIndex, modules: [PackagePath: String]) -> MappedCode {
    let placed = placed
    let people = filesForPeople
    let testMarks = Later { self.testMarks(placed, people) }
    let everything = Later.whenAsked { self.everything.short }
    let places = Dictionary(grouping: index.functions.indices) { index.functions[$0].path }
    let read = Parallel.map(places.keys.sorted()) { path in
      let text = self.read(path, placed)
      let found = (places[path] ?? []).map { place in
        let module = modules[path] ?? ""
        return (place, self.function(index.functions[place], in: text, module: module, everything, people))
      }
      return (path: path, tokens: text.tokens, found: found)
    }
    var found = [Found?](repeating: nil, count: index.functions.count)
    var cuts: [PackagePath: [Range<Int>]] = [:]
    for file in read {
      cuts[file.path] = file.found.compactMap(\.1.body)
      for (place, function) in file.found { found[place] = function }
    }
    let functions = found.compactMap(\.self)
    let texts = Dictionary(uniqueKeysWithValues: read.map { ($0.path, $0.tokens) })
    let whole = Set(package.targetsThatMakeSources.flatMap { $0.packagePaths })
    let rest = rest { path in
      let text = texts[path] ?? sources.bytes(of: path).map { CodeTokens($0, placed: placed) }
      return text?.mark(without: whole.contains(path) ? [] : cuts[path] ?? [])
    }
    func told(_ index: Int, _ tell: (CodeTokens) -> (Range<Int>) -> Set<String>) -> Set<String> {
      let function = functions[index]
      guard let range = function.range, let text = texts[function.row.path] else { return [] }
      return tell(text)(range)
    }
    let rows = functions.map(\.row)
    let asked = EqualityCalls.of(
      rows, names: { told($0, CodeTokens.names) }, words: { told($0, CodeTokens.words) })
    return MappedCode(
      functions: rows, mark: rest.text, testMarks: testMarks.value, askedByEqualities: asked,
      read: ReadFileMarks(checkout: workbench.order.checkoutFolder).marks(of: workbench.formerTestMap.value))
  }

  private struct Found {
    let row: TestMap.Function
    /// Where it stands; closures are a part of who has them.
    let range: Range<Int>?
    /// What a change of it alone is that function's: what stands elsewhere has no body of its own.
    let body: Range<Int>?
  }

  private func function(
    _ function: CodeIndex.Function, in text: Text, module: String, _ everything: Later<String>,
    _ people: FilesForPeople
  ) -> Found {
    let range = text.lines.range(function.place)
    let name = MeasuredFiles.name(
      function.symbol, module: module, demangle: workbench.surroundings.demangle)
    let row = TestMap.Function(
      path: function.path, symbol: function.symbol, name: name, line: Int(function.place.line),
      mark: range.isEmpty ? "" : ContentMark(Array(text.bytes[range])).short,
      code: range.isEmpty
        ? "" : text.tokens.mark(of: range).short + read(by: text.bytes[range], everything, people))
    let isOwn = !name.contains("closure #")
    return Found(
      row: row, range: isOwn && !range.isEmpty ? range : nil,
      body: isOwn && text.tokens.isBody(range) ? range : nil)
  }

  /// Who calls what goes from its own place to other files may read any.
  private func read(
    by body: ArraySlice<UInt8>, _ everything: Later<String>, _ people: FilesForPeople
  ) -> String {
    let body = Array(body)
    let forPeople = FilesForPeople.mayRead(body) ? people.mark() : ""
    guard body.holds("#file") else { return forPeople }
    return OutsideReading(depth: 1).places(in: TestCode(body)).isEmpty ? forPeople : everything.value
  }

  private struct Text {
    let bytes: [UInt8]
    let lines: LineStarts
    let tokens: CodeTokens
  }

  private func read(_ path: PackagePath, _ placed: PlacedCalls) -> Text {
    let bytes = sources.bytes(of: path) ?? []
    return Text(bytes: bytes, lines: LineStarts(bytes), tokens: CodeTokens(bytes, placed: placed))
  }

  private func testMarks(_ placed: PlacedCalls, _ people: FilesForPeople) -> [String: TestTargetMarks] {
    let own = OwnTests(tests, in: package, placed: placed, forPeople: people) { everything.short }
    var (texts, felts): ([String: ContentMark], [String: ContentMark]) = ([:], [:])
    // Any test may read them.
    var files = ContentMark()
    for target in package.targets where target.isTest {
      func isSource(_ path: PackagePath) -> Bool { own.rest(of: path) != nil }
      texts[target.c99name] = mark(below: target.path, where: isSource, source: own.rest(of:))
      felts[target.c99name] = mark(below: target.path, where: isSource, source: own.felt(of:))
      files.add(mark(below: target.path, where: { own.rest(of: $0) == nil }))
    }
    return own.marks(texts: texts, felts: felts, files: files)
  }

  /// What is called, here or in what the package is made with, and is told from where.
  private var placed: PlacedCalls {
    let own = package.targets.filter { !$0.isClang }
    func bytes(_ targets: [PackageDescription.Target]) -> [[UInt8]] {
      targets.flatMap(\.packagePaths).filter { $0.rawValue.hasSuffix(".swift") }
        .compactMap { sources.bytes(of: $0) }
    }
    let folders = besidePackages + [workbench.order.buildFolder + "/checkouts"]
    let others = folders.flatMap { folder in
      FileTree.names(below: folder, skipping: [".build", ".git", "Tests"]).filter { $0.hasSuffix(".swift") }
        .map { folder + "/" + $0 }
    }
    let told = Parallel.map(others) { place -> [UInt8]? in
      contents(of: place).flatMap { bytes in
        PlacedCalls.places.keys.contains { bytes.holds($0) } ? bytes : nil
      }
    }
    return PlacedCallSearch.calls(
      own: bytes(own), others: told.compactMap(\.self), makers: bytes(own.filter { $0.type == "macro" }))
  }

  /// All that is neither the body of a function nor of a target of tests.
  private func rest(_ source: (PackagePath) -> ContentMark?) -> ContentMark {
    let settings = workbench.settings
    var mark = ContentMark("7")
    for word in [toolchain.swift, toolchain.version, settings.configuration.rawValue, settings.home.rawValue]
    {
      mark.add(word)
    }
    for word in settings.buildArguments { mark.add(word) }
    // By whatever a manifest had it so.
    let plan = BuildPlan.bytes(buildFolder: workbench.order.buildFolder, settings.configuration)
    for way in CompilerFlags.ways(plan) { mark.add(way) }
    // What is found out later is that of the integration, whoever asks for it.
    mark.add(workbench.order.mapping?.wish.variables ?? LastingVariables.mark(workbench))
    mark.add("\(settings.tests.timeoutSeconds)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    mark.add((try? encoder.encode(settings.before)).map { [UInt8]($0) } ?? [])
    let plugins = IdlePlugins(
      package: package, packageFolder: workbench.packageFolder, isIdle: Self.isIdle
    ).names
    for target in package.targets where target.type != "test" && !plugins.contains(target.name) {
      mark.add(target.name)
      let swift = Set(target.isClang ? [] : target.packagePaths.filter { $0.rawValue.hasSuffix(".swift") })
      mark.add(self.mark(below: target.path, source: { swift.contains($0) ? source($0) : nil }))
    }
    mark.add(besideTargets)
    let generated = PluginOutputs(buildFolder: workbench.order.buildFolder)
    if generated.areThere { mark.add(generated.mark(of: workbench.order)) }
    if let elsewhere = ElsewhereMark.of(workbench.order, isIdle: Self.isIdle) { mark.add(elsewhere) }
    // What dependencies resolved to, where no file of the package says it.
    mark.add(contents(of: workbench.order.buildFolder + "/workspace-state.json") ?? [])
    // They are built as they lie there.
    for folder in besidePackages {
      for name in FileTree.names(below: folder, skipping: [".build", ".git"]) {
        mark.add(file: folder + "/" + name)
      }
    }
    return mark
  }

  /// The packages that it needs and that lie on this machine, wherever that is.
  private var besidePackages: [String] {
    let outside = OutsidePackages(
      buildFolder: workbench.order.buildFolder, checkoutFolder: workbench.order.checkoutFolder)
    return Set(package.dependencies.compactMap(\.path) + outside.folders).sorted()
  }

  /// What a test may read that reads sources, or what is written for people.
  private var everything: ContentMark {
    var mark = ContentMark()
    for name in FileTree.names(below: workbench.packageFolder, skipping: [".build", ".git"])
    where !name.hasSuffix(".profraw") {
      mark.add(name)
      mark.add(file: workbench.packageFolder + "/" + name)
    }
    if let elsewhere = ElsewhereMark.of(workbench.order, isIdle: { _ in false }) { mark.add(elsewhere) }
    return mark
  }

  /// What concerns nobody but who reads it, from the folder of the package or that of the repository.
  private var filesForPeople: FilesForPeople {
    func isOne(_ name: String) -> Bool { Self.isIdle(name) && !name.hasSuffix(".profraw") }
    let here = FileTree.names(below: workbench.packageFolder, skipping: [".build", ".git"]).filter(isOne)
    let others = ElsewhereMark.names(workbench.order).filter(isOne)
    let mark = Later.whenAsked {
      var mark = ContentMark()
      for (folder, names) in [(workbench.packageFolder, here), (workbench.order.checkoutFolder, others)] {
        for name in names {
          mark.add(name)
          mark.add(file: folder + "/" + name)
        }
      }
      return mark.short
    }
    return FilesForPeople(names: Set((here + others).flatMap { PathNames.of(Array($0.utf8)) })) { mark.value }
  }

  /// Manifests, settings, and what tests may read: only what is written for people is nobody's.
  private var besideTargets: ContentMark {
    var mark = ContentMark()
    let folders = package.targets.map { PackageDescription.normal($0.path) + "/" }
    let names = FileTree.names(below: workbench.packageFolder, skipping: Self.idle).filter { name in
      !folders.contains { $0 != "/" && name.hasPrefix($0) }
    }
    let isSpokenOf = spoken(of: names.filter(Self.isIdle))
    for name in names where !Self.isIdle(name) || isSpokenOf(name) {
      mark.add(name)
      mark.add(file: workbench.packageFolder + "/" + name)
    }
    return mark
  }

  /// Texts in sources of the product may name such a file, or a folder with some: whoever calls these may
  /// read it.
  private func spoken(of names: [String]) -> (String) -> Bool {
    func folder(_ name: String) -> String? {
      name.contains("/") ? name.split(separator: "/").first.map { String($0) } : nil
    }
    let words = [".md"] + Set(names.compactMap(folder)).sorted()
    let texts = package.targets.filter { !$0.isTest && !$0.isPlugin }.flatMap(\.packagePaths).flatMap {
      path -> [[UInt8]] in
      guard path.rawValue.hasSuffix(".swift"), let bytes = sources.bytes(of: path),
        words.contains(where: bytes.holds)
      else { return [] }
      return IdlePlugins.texts(in: bytes).filter { text in words.contains(where: text.holds) }
    }
    let told = Set(texts.flatMap(PathNames.of))
    return { name in
      let last = Array((name.split(separator: "/").last ?? "").utf8)
      return texts.contains { $0.holds(last) } || folder(name).map(told.contains) == true
    }
  }

  private static func isIdle(_ name: String) -> Bool {
    idle.contains { name.hasPrefix($0 + "/") } || name == ".gitignore"
      || idleEnds.contains(where: name.lowercased().hasSuffix)
  }

  private func mark(
    below folder: String, where isMeant: (PackagePath) -> Bool = { _ in true },
    source: (PackagePath) -> ContentMark? = { _ in nil }
  ) -> ContentMark {
    var mark = ContentMark()
    let folder = PackageDescription.normal(folder)
    let whole = folder.isEmpty ? workbench.packageFolder : "\(workbench.packageFolder)/\(folder)"
    for name in FileTree.names(below: whole, skipping: [".build", ".git"]) {
      let path = PackagePath(folder.isEmpty ? name : "\(folder)/\(name)")
      guard isMeant(path) else { continue }
      mark.add(name)
      if let known = source(path) { mark.add(known) } else { mark.add(file: "\(whole)/\(name)") }
    }
    return mark
  }
}
