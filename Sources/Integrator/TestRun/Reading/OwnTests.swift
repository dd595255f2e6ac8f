import Coverage
import Model
import Threads
import Tokens
import Words

/// What of the sources of test targets is each test's own, what anything else there may use, and which of
/// these targets may use which.
struct OwnTests {
  fileprivate struct Target {
    /// By suite and name.
    var own: [String: String] = [:]
    /// The other test targets that it may use.
    var used: Set<String> = []
    /// It changes what others do that do not name it.
    var isFelt = false
  }

  private var targets: [String: Target] = [:]
  private var rests: [PackagePath: ContentMark] = [:]
  /// Of those that are felt, what of that others may feel that do not name it.
  private var felts: [PackagePath: ContentMark] = [:]

  /// They make something known under a name of its own, or at once.
  private static let felt: Set<String> = [
    "@_cdecl", "@c", "@_silgen_name", "@_dynamicReplacement", "@_section", "@section", "@_used", "@used",
  ]

  /// `everything`: a mark of all files of the package, asked for where a test may read them. `forPeople`:
  /// what concerns nobody but who reads it.
  init(
    _ sources: [TestSource], in package: PackageDescription, placed: PlacedCalls = PlacedCalls(),
    forPeople: FilesForPeople = FilesForPeople(), everything: @escaping () -> String = { "" }
  ) {
    let reading = Reading(package, forPeople, everything)
    let modules = Set(package.targets.filter(\.isTest).map(\.c99name))
    let own = sources.filter { $0.target.isTest }
    let words = Parallel.map(own) { $0.declarations.code.names }
    let used = Self.used(zip(own, words).map { ($0.target.c99name, Set($1.keys)) }, in: package)
    let callers = TestCallers(sources)
    for module in modules {
      let users = zip(own, words).filter {
        $0.0.target.c99name == module || used[$0.0.target.c99name]?.contains(module) ?? false
      }
      let files = own.filter { $0.target.c99name == module }
      let named = Self.named(files, by: users.map { $0.1 }, all: users.map { $0.0 })
      var target = Target(used: used[module] ?? [])
      target.isFelt = Self.isFelt(files)
      let unfelt = target.isFelt && !Self.makesKnown(files) ? FeltSources(files).unfelt : [:]
      for file in files {
        let left = target.take(file, placed, reading, unfelt[file.file] ?? []) { function in
          !named.contains(function.name) && callers.areTheLibraryAlone(of: function, in: file)
        }
        (rests[file.file], felts[file.file]) = (left.rest, left.felt)
      }
      targets[module] = target
    }
  }

  /// What is no test's own; nil of what is no source of these targets.
  func rest(of path: PackagePath) -> ContentMark? { rests[path] }

  /// The same without what no other target feels.
  func felt(of path: PackagePath) -> ContentMark? { felts[path] }

  /// `texts`: of each target all that is no test's own; `felts`: the same as others feel it; `files`: what
  /// all of them may read.
  func marks(
    texts: [String: ContentMark], felts: [String: ContentMark], files: ContentMark
  ) -> [String: TestTargetMarks] {
    var found: [String: TestTargetMarks] = [:]
    for (module, target) in targets {
      let others = Set(targets.filter { $0.value.isFelt }.keys).subtracting(target.used + [module])
      var (rest, all) = (ContentMark(), ContentMark())
      rest.add(files)
      for name in [module] + target.used.sorted() {
        rest.add(name)
        rest.add(texts[name] ?? ContentMark())
      }
      for name in others.sorted() {
        rest.add(name)
        rest.add(felts[name] ?? ContentMark())
      }
      for name in [module] + target.used.sorted() {
        for (key, own) in (targets[name]?.own ?? [:]).sorted(by: { $0.key < $1.key }) {
          all.add(key)
          all.add(own)
        }
      }
      found[module] = TestTargetMarks(rest: rest.short, all: all.short, own: target.own)
    }
    return found
  }

  /// What depends on another target or names its module may use it, and what that uses.
  private static func used(
    _ names: [(module: String, names: Set<String>)], in package: PackageDescription
  ) -> [String: Set<String>] {
    let modules = Set(package.targets.filter(\.isTest).map(\.c99name))
    let byName = Dictionary(package.targets.map { ($0.name, $0.c99name) }) { first, _ in first }
    var next: [String: Set<String>] = [:]
    for target in package.targets {
      next[target.c99name, default: []].formUnion(target.dependencies.compactMap { byName[$0] })
    }
    for (module, names) in names { next[module, default: []].formUnion(modules.intersection(names)) }
    return Dictionary(
      modules.map { module in
        var found: Set<String> = []
        var waiting = [module]
        while let name = waiting.popLast() {
          for one in next[name] ?? [] where found.insert(one).inserted { waiting.append(one) }
        }
        return (module, found.intersection(modules).subtracting([module]))
      }, uniquingKeysWith: { one, _ in one })
  }

  /// The names of tests in these files that stand elsewhere too, so that others may call them. `words`: how
  /// often each name stands in each of `all`.
  private static func named(
    _ files: [TestSource], by words: [[String: Int]], all: [TestSource]
  ) -> Set<String> {
    let names = Set(files.flatMap(\.declarations.functions).filter(\.isTest).map(\.name))
    var declared: [String: Int] = [:]
    for function in all.flatMap(\.declarations.functions) where function.isTest {
      declared[function.name, default: 0] += 1
    }
    var found: [String: Int] = [:]
    for (name, count) in words.joined() where names.contains(name) { found[name, default: 0] += count }
    return names.filter { found[$0] != declared[$0] }
  }

  /// What a type of elsewhere is made to be is so for everybody.
  private static func isFelt(_ files: [TestSource]) -> Bool {
    let types = files.flatMap(\.declarations.types)
    let own = Set(types.filter { $0.kind != "extension" }.map(\.name))
    return types.contains { $0.kind == "extension" && !$0.parents.isEmpty && !own.contains($0.name) }
      || makesKnown(files)
  }

  private static func makesKnown(_ files: [TestSource]) -> Bool {
    files.contains { !$0.declarations.code.attributes.isDisjoint(with: felt) }
  }
}

extension OwnTests.Target {
  /// Answers what is left of a file without the tests' own, and of that without what nobody else feels.
  fileprivate mutating func take(
    _ source: TestSource, _ placed: PlacedCalls, _ reading: Reading, _ unfelt: [Range<Int>],
    where isOwn: (TestDeclarations.Function) -> Bool
  ) -> (rest: ContentMark, felt: ContentMark) {
    let code = source.declarations.code
    let tokens = CodeTokens(code.bytes, placed: placed)
    var cuts: [Range<Int>] = []
    let outside = OutsideReading(depth: source.depth).places(in: code)
    let lists = !FilesForPeople.listing.isDisjoint(with: code.names.keys)
    let readers = (code.texts.filter { reading.isSpokenOf(by: $0, in: code, lists) } + outside)
      .map { code.tokens[$0].start }
    let opening = FilesForPeople.readers(in: code).map { code.tokens[$0].start }
    func people(_ isMeant: (Int) -> Bool) -> String {
      opening.contains(where: isMeant) ? reading.forPeople.mark() : ""
    }
    for function in source.declarations.functions {
      guard function.isTest, let body = function.body, isOwn(function) else { continue }
      let range = code.tokens[function.first].start..<code.tokens[code.closing(body, "{", "}")].end
      let suite = function.type.map { source.declarations.types[$0].path } ?? ""
      // Of several of one name, each may be meant.
      let mark =
        tokens.mark(of: range).short + (readers.contains(where: range.contains) ? reading.mark : "")
        + people(range.contains)
      own[TestTargetMarks.key(suite: suite, name: function.name), default: ""] += mark
      cuts.append(range)
    }
    func mark(without cuts: [Range<Int>]) -> ContentMark {
      var mark = tokens.mark(without: cuts, isTold: false)
      let isReading = readers.contains { place in !cuts.contains { $0.contains(place) } }
      if isReading { mark.add(reading.mark) }
      mark.add(people { place in !cuts.contains { $0.contains(place) } })
      return mark
    }
    return (mark(without: cuts), mark(without: cuts + unfelt))
  }
}

/// What tests read that look at the package's own files: any change of these may be one for them.
private final class Reading {
  private let everything: () -> String
  /// The folders of sources, and how files are called that a map of who executes what knows nothing of.
  private let words: [String]
  let forPeople: FilesForPeople
  private var known: String?

  private static let kinds = [["swift"], ["md"]]

  init(_ package: PackageDescription, _ forPeople: FilesForPeople, _ everything: @escaping () -> String) {
    (self.forPeople, self.everything) = (forPeople, everything)
    let folders = package.targets.filter { !$0.isTest }.compactMap {
      PackageDescription.normal($0.path).split(separator: "/").first.map { String($0) }
    }
    words = [".swift", ".md", "README"] + Set(folders).sorted()
  }

  var mark: String {
    let mark = known ?? everything()
    known = mark
    return mark
  }

  /// `lists`: who says it may look what the folder has in which it runs.
  func isSpokenOf(by index: Int, in code: TestCode, _ lists: Bool) -> Bool {
    let text = Array(code.bytes[code.tokens[index].range])
    if words.contains(where: text.holds) { return true }
    let names = PathNames.of(text)
    if names.contains(where: forPeople.names.contains) { return true }
    return lists && (Self.kinds.contains(names) || !names.isEmpty && names.allSatisfy { $0 == "." })
  }
}

extension TestSource {
  /// How many folders up from the file its target's folder ends, its own name among them.
  fileprivate var depth: Int {
    let folder = PackageDescription.normal(target.path).split(separator: "/").count
    return max(1, file.rawValue.split(separator: "/").count - folder)
  }
}

/// Who may call what is named as a test, besides those that name it.
private struct TestCallers {
  private let classes: TestClasses
  /// What types of test targets are made from, by their last name, wherever that is said.
  private var parents: [String: Set<String>] = [:]
  private var declared: Set<String> = []
  /// Classes of tests that are no test target's.
  private var bases: Set<String> = []
  /// The types of a module that have this name.
  private var paths: [[String]: Set<String>] = [:]

  /// They ask for nothing that a test could be.
  private static let quiet: Set<String> = [
    "XCTestCase", "Sendable", "SendableMetatype", "Copyable", "Escapable", "AnyObject", "Equatable",
    "Hashable", "Codable", "Decodable", "Encodable", "CustomStringConvertible", "CaseIterable", "Error",
  ]

  init(_ sources: [TestSource]) {
    classes = TestClasses(sources)
    for source in sources {
      let module = source.target.c99name
      for type in source.declarations.types {
        guard source.target.isTest else {
          if classes.kind(of: type.name, in: module) == .xctest { bases.insert(type.name) }
          continue
        }
        parents[type.name, default: []].formUnion(type.parents)
        if type.kind != "extension" { declared.insert(type.name) }
        paths[[module, type.name], default: []].insert(type.path(in: module))
      }
    }
  }

  /// What is no test, though it is named as one, or may be what others ask a type for that they know from
  /// elsewhere, is called by who does not name it here.
  func areTheLibraryAlone(of function: TestDeclarations.Function, in source: TestSource) -> Bool {
    guard let type = function.type.map({ source.declarations.types[$0] }) else { return true }
    let module = source.target.c99name
    guard paths[[module, type.name]]?.count == 1, declared.contains(type.name),
      function.isSwiftTesting || classes.kind(of: type.name, in: module) == .xctest
    else { return false }
    var (seen, waiting): (Set<String>, [String]) = ([type.name], [type.name])
    while let name = waiting.popLast() {
      for parent in parents[name] ?? [] where !Self.quiet.contains(parent) {
        if declared.contains(parent) {
          if seen.insert(parent).inserted { waiting.append(parent) }
        } else if !bases.contains(parent) || function.modifiers.contains("override") {
          return false
        }
      }
    }
    return true
  }
}

extension TestDeclarations.Function {
  fileprivate var isTest: Bool { isSwiftTesting || mayBeTest && type != nil }
}

extension ContentMark {
  var short: String { String(text.prefix(16)) }
}
