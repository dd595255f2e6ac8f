import Files
import Foundation
import Model
import Words

/// What a build reads, and neither the package manager nor the compiler looks at again: headers of a system
/// library, what linked sources lead to, flags and settings in files, what macros read, much of what packages
/// elsewhere on this machine have. Where any is another than in the last build, all is built anew.
struct UnseenInputs {
  private let mark: String
  private let file: String

  init(_ package: PackageDescription, package folder: String, checkout: String, buildFolder: String) {
    file = buildFolder + "/bothy-unseen"
    let standing = FileStanding.all(below: checkout, most: .max) {
      [".git", ".build", ".swiftpm"].contains($0.split(separator: "/").last ?? "")
    }
    let manifest = contents(of: folder + "/Package.swift") ?? []
    let named = Self.names(in: String(decoding: manifest, as: UTF8.self))
    let whole = package.targets.filter(\.isSystemLibrary)
      .map { PackageDescription.normal($0.path) }.map { $0.isEmpty ? folder + "/" : "\(folder)/\($0)/" }
    let readsAny = Self.hasReadingMacro(package, folder)
    var mark = ContentMark()
    var isAny = false
    for found in standing ?? [] {
      let path = checkout + "/" + found.name
      let last = found.name.split(separator: "/").last.map { String($0) } ?? ""
      let isRead =
        whole.contains(where: path.hasPrefix) || named.contains(last) || Self.isSetting(last)
        || readsAny && !last.hasSuffix(".swift")
      guard found.isLink || isRead else { continue }
      isAny = true
      mark.add(found.name)
      if found.isLink {
        mark.add((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "")
      }
      if isRead { mark.add(contents(of: path) ?? []) }
    }
    let outside = OutsidePackages(buildFolder: buildFolder, checkoutFolder: checkout)
    outside.addUnseen(to: &mark)
    self.mark = isAny || !outside.folders.isEmpty ? mark.text : ""
  }

  /// Headers that notes lie beside: what the compiler made of these before the notes came is the same to it.
  static func noted(below checkout: String) -> Set<String> {
    let names = FileTree.names(below: checkout, skipping: [".git", ".build"])
    let folders = Set(
      names.filter { $0.hasSuffix(".apinotes") }.map { ($0 as NSString).deletingLastPathComponent })
    guard !folders.isEmpty else { return [] }
    return Set(
      names.filter { name in
        name.hasSuffix(".h")
          && folders.contains { $0.isEmpty || name.hasPrefix($0 + "/") }
      })
  }

  /// Whether what was built last read others.
  var areOthers: Bool { (contents(of: file).map { String(decoding: $0, as: UTF8.self) } ?? "") != mark }

  /// So that all is built anew the next time.
  static func forget(buildFolder: String) {
    FileTree.remove(buildFolder + "/bothy-unseen")
  }

  /// Before the build: one that is cut off read them.
  func keep() throws { try publish([UInt8](mark.utf8), as: file) }

  private static func isSetting(_ name: String) -> Bool {
    [".modulemap", ".pc", ".rsp", ".resp", ".swiftinterface", ".swiftmodule", ".apinotes"]
      .contains(where: name.hasSuffix)
  }

  /// A macro may take in any file, as one beside the source that it is used in.
  private static func hasReadingMacro(_ package: PackageDescription, _ folder: String) -> Bool {
    let makers = package.targets.filter { $0.type == "macro" }
    guard !makers.isEmpty else { return false }
    let names = package.reached(from: makers.map(\.name))
    return package.targets.filter { names.contains($0.name) }.flatMap(\.packagePaths).contains { path in
      let bytes = contents(of: folder + "/" + path.rawValue) ?? []
      return reading.contains(where: bytes.holds)
    }
  }

  private static let reading = ["contentsOf", "FileManager", "fopen(", "forReading", "InputStream("]

  /// Of flags and objects that a manifest hands on by name.
  private static func names(in manifest: String) -> Set<String> {
    let quoted = manifest.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    let handed = quoted.filter { word in
      word.contains("@") || [".o", ".ld", ".lds", ".map", ".def"].contains(where: word.hasSuffix)
    }
    return Set(
      (handed + flagged(in: manifest))
        .compactMap { $0.split(whereSeparator: { "/@=,".contains($0) }).last.map { String($0) } })
  }

  /// What flags of the compiler may name that nobody reads for them.
  private static func flagged(in manifest: String) -> [Substring] {
    manifest.components(separatedBy: "unsafeFlags").dropFirst().flatMap { rest -> [Substring] in
      let flags = rest.components(separatedBy: "])")[0]
      return flags.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && $0.element.contains(".") && !$0.element.hasSuffix(".swift") }
        .map(\.element)
    }
  }
}
