import Files
import Formats
import Foundation
import Model

/// What the compiler makes of the headers of C, most of them the system's: made once for a toolchain and not
/// anew in every build folder, for it is the greater part of building a small package from nothing. The
/// compiler itself looks at each use whether the headers are still those that it read.
struct ModuleCache {
  let folder: String

  /// The first place that can be written; nil where there is none, and each build folder has its own.
  static func find(toolchain key: String, environment: [String: String], otherwise: String) -> Self? {
    for place in places(environment) + [otherwise] {
      let folder = "\(place)/modules/\(key)"
      let isNew = FileFacts(folder) == nil
      guard (try? makeFolder(folder, mode: 0o700)) != nil,
        FileManager.default.isWritableFile(atPath: folder)
      else { continue }
      if isNew { forgetOld(in: "\(place)/modules", but: key) }
      return ModuleCache(folder: folder)
    }
    return nil
  }

  static func places(_ environment: [String: String]) -> [String] {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return [base + "/bothy"] }
    guard let home = environment["HOME"], home.hasPrefix("/"), home != "/" else { return [] }
    return [home + "/.cache/bothy"]
  }

  var arguments: [String] { ["-Xswiftc", "-module-cache-path", "-Xswiftc", folder] }

  /// A file of it is broken, as after a power cut: the compiler would refuse it for ever, or miss the module
  /// without a word of the file.
  func isBlamed(in texts: [String]) -> Bool {
    if texts.contains(where: { $0.contains(folder) && $0.contains(".pcm") }) { return true }
    // One that was cut while the compiler read it.
    if texts.contains(where: { $0.contains("due to signal \(SIGBUS)") }) { return true }
    let missed = texts.flatMap { $0.matches(of: /missing required module '([^']+)'/).map { "\($0.1)-" } }
    guard !missed.isEmpty, FileFacts(folder) != nil else { return false }
    return FileTree.names(below: folder).contains { file in
      let name = (file as NSString).lastPathComponent
      return name.hasSuffix(".pcm") && missed.contains(where: name.hasPrefix)
    }
  }

  var modules: [String] {
    guard FileFacts(folder) != nil else { return [] }
    return FileTree.names(below: folder).filter { $0.hasSuffix(".pcm") }.map { folder + "/" + $0 }
  }

  /// What was made of headers in these folders: whoever makes it anew hears its warnings.
  func forget(_ names: Set<String>, below folders: [String]) throws {
    let places = Set(folders + folders.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
    for path in modules where names.contains(Self.module(of: path)) {
      guard let bytes = contents(of: path), places.contains(where: { bytes.holds($0 + "/") })
      else { continue }
      do { try FileManager.default.removeItem(atPath: path) } catch CocoaError.fileNoSuchFile {}
    }
  }

  /// `CFoo-360B7EAHTQHO5.pcm` is CFoo's.
  private static func module(of path: String) -> String {
    let name = (path as NSString).lastPathComponent
    return String(name[..<(name.lastIndex(of: "-") ?? name.endIndex)])
  }

  func throwAway() throws { try BuildFolder(path: folder).throwAway() }

  /// Those of toolchains that are gone.
  private static func forgetOld(in folder: String, but key: String) {
    let longAgo = Date().timeIntervalSince1970 - 31 * 86400
    for name in (try? FileTree.entries(of: folder)) ?? [] where name != key {
      let used = ["", "/modules.timestamp"].compactMap { FileFacts("\(folder)/\(name)\($0)")?.modified }.max()
      if let used, Double(used) < longAgo { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
    }
  }
}

/// A module map: a file that names modules and their headers.
enum ModuleMap {
  /// The names of its modules and submodules.
  static func modules(_ path: String) -> [String] {
    String(decoding: contents(of: path) ?? [], as: UTF8.self)
      .matches(of: /\bmodule[ \t]+"?([A-Za-z_][A-Za-z0-9_]*)/).map { String($0.1) }
  }
}
