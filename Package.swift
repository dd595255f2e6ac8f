// swift-tools-version: 6.1
import PackageDescription

// One strict list for every target; bin/test adds warnings as errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// Optimizing a room takes the compiler most of its time, so only rooms that go through bytes, or through a
// thousand bots, are optimized.
let optimized: Set<String> = [
  "Words", "Tokens", "Painting", "Templates", "Publishing", "Files", "SQLite", "YAML", "Store", "State",
  "Watcher", "Daemon", "Profiles", "Terminal", "HTTP", "Threads", "Processes", "Coverage", "Formats",
]

func settings(_ name: String) -> [SwiftSetting] {
  let flags = optimized.contains(name) ? [] : ["-Onone"]
  return strict + (flags.isEmpty ? [] : [.unsafeFlags(flags, .when(configuration: .release))])
    + whereMuchGoesThrough(name)
}

// Ten thousand simulated histories go through the first of these rooms, and all sources through the last, so
// they are optimized in debugging too; what is asserted stays.
func whereMuchGoesThrough(_ name: String) -> [SwiftSetting] {
  guard ["SQLite", "Store", "Watcher", "WatcherTests", "TidyTests"].contains(name) else { return [] }
  return [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
}

func room(_ name: String, _ imports: [Target.Dependency] = [], path: String? = nil) -> Target {
  .target(name: name, dependencies: imports, path: path, swiftSettings: settings(name))
}

func wrapper(_ name: String, _ imports: [Target.Dependency]) -> Target {
  room(name, imports, path: "Sources/Platform/\(name)")
}

// One that is not linked is loaded by its wrapper when it is needed; pkg-config would have it linked.
func library(_ name: String, pkgConfig: String, debian: String, isLinked: Bool = true) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Platform/\(name)", pkgConfig: isLinked ? pkgConfig : nil,
    providers: [.apt([debian])])
}

// Tests run once or twice.
let testing = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func tests(_ name: String, _ imports: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: imports, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: ["Watcher", "Tidy"].contains(name)
      ? strict + whereMuchGoesThrough("\(name)Tests") : testing)
}

let targets: [Target] = [
  // The one room below all others: what an error of any room tells a person.
  room("Explaining"),
  // Foreign things: C libraries, and the only rooms with pointers, descriptors and process ids.
  library("CGit2", pkgConfig: "libgit2", debian: "libgit2-dev"),
  library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
  library("CYAML", pkgConfig: "yaml-0.1", debian: "libyaml-dev"),
  library("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev", isLinked: false),
  library(
    "CMicroHTTPD", pkgConfig: "libmicrohttpd", debian: "libmicrohttpd-dev", isLinked: false),
  // Its headers come with those of the C library.
  library("CCrypt", pkgConfig: "libcrypt", debian: "libcrypt-dev", isLinked: false),
  // Its headers come with libgit2's, which needs them too.
  library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
  .target(name: "CLinux", path: "Sources/Platform/CLinux"),
  .target(name: "CClang", path: "Sources/Platform/CClang"),
  .target(
    name: "CLoose", path: "Sources/Platform/CLoose",
    linkerSettings: [.linkedLibrary("git2"), .linkedLibrary("z")]),
  wrapper("Faults", []),
  wrapper("Threads", []),
  wrapper("Files", ["CLinux", "Explaining"]),
  wrapper("Git", ["CGit2", "CLoose", "Faults", "Explaining", "Words"]),
  wrapper("SQLite", ["CSQLite", "Explaining"]),
  wrapper("YAML", ["CYAML"]),
  wrapper("Inflating", ["CZlib"]),
  wrapper("Transfer", ["CCurl"]),
  wrapper("HTTP", ["CMicroHTTPD", "Explaining"]),
  wrapper("Passwords", ["CCrypt", "Explaining"]),
  wrapper("Processes", ["CLinux", "Explaining"]),
  wrapper("Demangling", []),
  wrapper("Clang", ["CClang"]),
  wrapper("FileEvents", ["CLinux", "Explaining", "Threads"]),
  wrapper("Keys", ["CLinux"]),
  wrapper("Sockets", ["CLinux", "Explaining", "Threads"]),

  // Nouns and decisions, then the rooms that use them; the arrows only point up this list.
  room("Words"),
  room("Tokens"),
  room("Model", ["Words"]),
  room("Templates", ["Words"]),
  room("Coverage", ["Model", "Tokens", "Threads", "Words"]),
  room("Formats", ["Model", "Coverage", "YAML", "Demangling", "Threads", "Words", "Explaining"]),
  room("Profiles", ["Model", "Coverage", "Inflating", "Threads", "Explaining"]),
  room("Painting", ["Coverage", "Tokens", "Words"]),
  room("Reports", ["Model", "Coverage", "Painting", "Templates", "Words"]),
  room("State", ["Model", "Files", "Processes", "Explaining", "Faults", "Words"]),
  room(
    "Integrator",
    [
      "Model", "Coverage", "Profiles", "Formats", "State", "Tokens", "Files", "FileEvents", "Git", "Clang",
      "Processes", "Threads", "Faults", "Explaining", "Words",
    ]),
  room("Store", ["Model", "Words", "SQLite", "Faults", "Explaining"]),
  room("Terminal", ["Model", "Words", "Explaining"]),
  room("Watcher", ["Model", "Explaining", "Words"]),
  room("Control", ["Model", "Explaining"]),
  room("People", ["Model", "State", "Files", "Passwords", "Processes", "Explaining", "Words"]),
  room("Web", ["Model", "People", "HTTP", "Inflating", "Files", "Explaining", "Faults", "Words"]),

  // What is done with them: an integration ordered, its pages, the watcher, the checks, the commands.
  room(
    "Ordering",
    [
      "Model", "Formats", "Integrator", "Store", "State", "Explaining", "Files", "Git", "Processes",
      "Faults",
    ]),
  room(
    "Publishing",
    [
      "Model", "Coverage", "Formats", "Templates", "Reports", "Integrator", "Store", "State", "Explaining",
      "Files", "Processes", "Threads", "Words", "Faults",
    ]),
  room(
    "Notifier",
    [
      "Model", "Formats", "Templates", "Reports", "Store", "State", "Integrator", "Transfer", "Files",
      "Processes", "Explaining", "Faults", "Words",
    ]),
  room(
    "Keeping",
    [
      "Model", "Store", "State", "Publishing", "Files", "Inflating", "Processes", "Explaining", "Faults",
    ]),
  room(
    "Daemon",
    [
      "Model", "Formats", "Integrator", "Store", "State", "Ordering", "Watcher", "Control",
      "Publishing", "Notifier", "Keeping", "Explaining", "Files", "Git", "Processes", "FileEvents",
      "Sockets", "Threads", "Words", "Faults",
    ]),
  room("Doctor", ["Terminal", "Words", "Files", "Processes"]),
  room(
    "Commands",
    [
      "Model", "Formats", "Templates", "Integrator", "Store", "State", "Ordering", "Watcher", "Control",
      "Publishing", "Notifier", "Daemon", "Keeping", "People", "Web", "HTTP", "Doctor", "Terminal",
      "Explaining", "Files", "FileEvents", "Git", "Keys", "Passwords", "Processes", "Demangling", "Threads",
      "Words", "Faults",
    ]),
  .executableTarget(
    name: "bothy",
    dependencies: ["Commands", "Terminal", "Explaining", "Files", "Words"],
    swiftSettings: settings("bothy")),

  .target(name: "Kit", path: "Tests/Kit", exclude: ["Servers"], swiftSettings: testing),
  .target(
    name: "SamplePages", dependencies: ["Reports", "Templates", "Formats", "Coverage", "Words", "Model"],
    path: "Tests/Sample", swiftSettings: testing),
  .target(
    name: "TrapsPackage", dependencies: ["Coverage", "Formats", "Model"], path: "Tests/Traps",
    swiftSettings: testing),
  tests("Words", ["Words", "Kit"]),
  tests("Explaining", ["Explaining"]),
  .target(
    name: "StateKit", dependencies: ["Publishing", "Store", "State", "Formats", "Model", "Kit"],
    path: "Tests/StateKit", swiftSettings: testing),
  tests("Tokens", ["Tokens"]),
  tests("Model", ["Model", "Kit"]),
  tests("Coverage", ["Coverage", "Formats", "TrapsPackage", "Model", "Kit"]),
  tests("Profiles", ["Profiles", "Coverage", "Formats", "Model", "Kit"]),
  tests("Painting", ["Painting", "Coverage"]),
  tests("Templates", ["Templates", "Kit"]),
  tests(
    "Reports", ["Reports", "SamplePages", "Templates", "Coverage", "Model"],
    exclude: [
      "Golden", "GoldenHistory", "report.png", "report-dark.png", "mail.png", "mail-dark.png", "source.txt",
    ]),
  tests(
    "Formats", ["Formats", "Coverage", "Explaining", "TrapsPackage", "Model", "Kit"],
    exclude: ["Captured"]),
  tests("Demangling", ["Demangling"]),
  tests("Clang", ["Clang", "Kit"]),
  tests("Files", ["Files", "Kit"]),
  tests("Threads", ["Threads"]),
  tests("Git", ["Git", "Kit"]),
  tests("SQLite", ["SQLite", "Kit"]),
  tests("YAML", ["YAML"]),
  tests("Inflating", ["Inflating"]),
  tests("Transfer", ["Transfer", "Kit"]),
  tests(
    "Notifier",
    [
      "Notifier", "StateKit", "Publishing", "Reports", "Templates", "Store", "State", "Model", "Files",
      "Kit",
    ]),
  tests("Processes", ["Processes", "Explaining", "Kit"]),
  tests("FileEvents", ["FileEvents", "Explaining", "Kit"]),
  tests("Control", ["Control", "Explaining", "Model"]),
  tests("HTTP", ["HTTP", "Kit"]),
  tests("Passwords", ["Passwords"]),
  tests("People", ["People", "State", "Model", "Explaining", "Kit"]),
  tests("Web", ["Web", "People", "State", "HTTP", "Model", "Explaining", "Kit"]),
  tests("Keys", ["Keys"]),
  tests("Sockets", ["Sockets", "Explaining", "Kit"]),
  tests("Store", ["Store", "Model", "SQLite", "Kit"]),
  tests(
    "Integrator",
    [
      "Integrator", "Coverage", "Formats", "State", "Files", "Git", "Model", "Processes", "Explaining",
      "Threads", "Tokens", "Words", "Kit",
    ]),
  tests("Terminal", ["Terminal", "Model", "Words", "Explaining", "Kit"]),
  tests("Watcher", ["Watcher", "Store", "Explaining", "Model", "SQLite", "Words", "Kit"]),
  tests("State", ["Explaining", "Files", "State", "Model", "Words", "Kit"]),
  tests(
    "Ordering",
    ["Ordering", "StateKit", "Store", "State", "Model", "Kit", "Files", "Formats", "Processes"]),
  tests(
    "Publishing",
    [
      "Publishing", "StateKit", "Reports", "Store", "State", "Formats", "Coverage", "Explaining", "Model",
      "Files", "Words", "Kit",
    ]),
  tests(
    "Daemon",
    [
      "Daemon", "StateKit", "Kit", "Watcher", "Control", "Store", "State", "Explaining", "Model",
      "Sockets", "Processes", "Publishing", "Files", "Git", "Formats",
    ]),
  tests(
    "Keeping",
    [
      "Keeping", "StateKit", "Store", "State", "Model", "Files", "Inflating", "Processes", "Explaining",
      "Kit",
    ]),
  tests("Doctor", ["Doctor", "StateKit", "Terminal", "Processes"]),
  tests(
    "Commands",
    [
      "Commands", "StateKit", "Kit", "Publishing", "Terminal", "Model", "Processes", "Integrator", "Store",
      "State", "Git",
      "Formats", "Control", "Daemon", "Sockets", "Explaining", "Files", "Web",
    ]),
  tests("EndToEnd", ["Kit", "Faults"], exclude: ["Chaos", "check_coverage.py", "compare_stock.py"]),
  tests(
    "Browser", ["Reports", "SamplePages", "Formats", "Coverage", "Words", "Model", "Processes", "Kit"],
    exclude: ["check_served.py"]),
  tests("Tidy", ["Tokens", "Words"]),
]

/// The targets of these names and everything that they depend on.
@MainActor
func closure(of names: [String]) -> [Target] {
  var wanted = Set(names)
  var waiting = names
  while let name = waiting.popLast() {
    for case .byNameItem(let dependency, _) in targets.first(where: { $0.name == name })?.dependencies ?? []
    where wanted.insert(dependency).inserted {
      waiting.append(dependency)
    }
  }
  return targets.filter { wanted.contains($0.name) }
}

// BOTHY_TESTS=Store,Model builds these groups of tests and what they need, and nothing else.
let groups = Context.environment["BOTHY_TESTS"]?.split(separator: ",").map { "\($0)Tests" }

let package = Package(
  name: "bothy",
  products: groups == nil ? [.executable(name: "bothy", targets: ["bothy"])] : [],
  targets: groups.map(closure) ?? targets)
