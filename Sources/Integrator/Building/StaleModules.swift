import Files
import Formats
import Foundation
import Model

/// Headers that Swift alone reads, of a system library or not included by a C source, are nothing that the
/// package manager looks at: it would not ask the compiler again, and tests would run against what such a
/// header said before. Where a module is gone, the compiler is asked, and looks itself what it read.
struct StaleModules {
  let buildFolder: String
  let configuration: Configuration
  /// What is gone there was read; of elsewhere the compiler may tell what never was a file.
  let checkoutFolder: String
  /// What the compiler made of headers for all; absent where each build folder has its own.
  var cache: ModuleCache?

  /// The names of those that were forgotten.
  func forget() throws -> [String] {
    let roots = CompiledFiles(buildFolder: buildFolder).roots(configuration)
    var times: [String: Double?] = [:]
    func isNewer(_ file: String, than moment: Double) -> Bool {
      let isOwn = file.hasPrefix(checkoutFolder + "/")
      let time =
        times[file]
        ?? FileFacts(file).map { facts in
          // Who puts a file of an older date in the place of another changes what no program can set.
          isOwn ? facts.modified : max(facts.modified, Self.changed(file))
        }
      times[file] = .some(time)
      return time.map { $0 > moment } ?? isOwn
    }
    var spoken: SpokenFiles?
    // They may find another file now, which nobody has read; or one came beside them, and a module of a whole
    // folder has it too.
    func askers(among headers: [String], since moment: Double, read: Set<String>) -> [String] {
      let own = headers.filter { $0.hasPrefix(checkoutFolder + "/") }
      guard !own.isEmpty else { return [] }
      let files = spoken ?? SpokenFiles(below: checkoutFolder)
      spoken = files
      let words = files.words(since: moment, read: read)
      guard !words.isEmpty else { return [] }
      let folders = Set(files.headers(since: moment, read: read).flatMap(folders))
      return own.filter {
        folders.contains(($0 as NSString).deletingLastPathComponent)
          || SpokenFiles.speaks(contents(of: $0) ?? [], of: words)
      }
    }
    var forgotten: [String] = []
    var (changed, asking): (Set<String>, Set<String>) = ([], [])
    for root in roots {
      for folder in Self.names(in: root) where folder.hasSuffix(Self.suffix) {
        let name = String(folder.dropLast(Self.suffix.count))
        let module = "\(root)/Modules/\(name).swiftmodule"
        guard FileFacts(module) != nil else { continue }
        var newer: [String] = []
        var asks: Set<String> = []
        for (list, moment) in told(in: "\(root)/\(folder)") {
          let read = MakeDependencies.read(list)
          let headers = read.filter(isHeader)
          newer += headers.filter { isNewer($0, than: moment) }
          asks.formUnion(askers(among: headers, since: moment, read: Set(read)))
        }
        guard !newer.isEmpty || !asks.isEmpty else { continue }
        changed.formUnion(newer)
        asking.formUnion(asks)
        // The compiler itself goes by the dates of headers, and by what it noted of its last work.
        try ModuleNotes.remove(module: module, folder: "\(root)/\(folder)")
        forgotten.append(name)
      }
    }
    // One that has the date and the length of the one before is the same to the compiler.
    let elsewhere = changed.filter { !$0.hasPrefix(checkoutFolder + "/") }
    for cache in roots.map({ ModuleCache(folder: $0 + "/ModuleCache") }) + [cache].compactMap(\.self) {
      try cache.forget(readersOf: elsewhere.union(asking))
    }
    return forgotten.sorted()
  }

  /// Of a link and of what it leads to, whichever changed last.
  private static func changed(_ file: String) -> Double {
    let found = FoundFile(at: file)
    guard found.isLink else { return found.changed }
    let target = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    return max(found.changed, FoundFile(at: target).changed)
  }

  /// Around a file, up to the checkout's own.
  private func folders(of file: String) -> [String] {
    let folder = (file as NSString).deletingLastPathComponent
    return folder.hasPrefix(checkoutFolder + "/") ? [folder] + folders(of: folder) : []
  }

  private static let suffix = ".build"

  /// What the compiler told that it read, and when: once for a module, or by each source where it is one job.
  private func told(in folder: String) -> [(list: [UInt8], moment: Double)] {
    let lists = Self.names(in: folder).filter { $0.hasSuffix(".d") }
    let ofModule = lists.filter { $0.hasSuffix(".emit-module.d") }
    return (ofModule.isEmpty ? lists : ofModule).compactMap { name in
      let path = folder + "/" + name
      guard let facts = FileFacts(path), let bytes = contents(of: path) else { return nil }
      return (bytes, facts.modified)
    }
  }

  /// Sources are looked at by the package manager, and it writes what lies in the build folder.
  private func isHeader(_ file: String) -> Bool {
    file.hasPrefix("/") && !file.hasSuffix(".swift") && !file.hasPrefix(buildFolder + "/")
      && !Self.compiled.contains { file.hasSuffix($0) }
  }

  private static let compiled = [".swiftmodule", ".swiftinterface", ".pcm"]

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
