import Files
import Foundation
import Model
import Words

/// The bodies of transparent functions become a part of whatever calls them, in other modules too. The
/// compiler compiles none of these anew when such a body changes: tests would run against the former one.
struct TransparentSources {
  private static let attribute = "@_transparent"

  private let mark: String
  private let file: String

  /// What is there now, where that attribute stands.
  init(_ package: PackageDescription, in folder: String, buildFolder: String) {
    var mark = ContentMark()
    var isAny = false
    for path in Set(package.targets.flatMap(\.packagePaths).map(\.rawValue)).sorted()
    where path.hasSuffix(".swift") {
      guard let bytes = contents(of: folder + "/" + path), bytes.holds(Self.attribute) else { continue }
      isAny = true
      mark.add(path)
      mark.add(bytes)
    }
    self.mark = isAny ? mark.text : ""
    file = buildFolder + "/bothy-transparent"
  }

  /// Whether what was built last has other ones in it.
  var areOthers: Bool { (contents(of: file).map { String(decoding: $0, as: UTF8.self) } ?? "") != mark }

  /// Before the build: one that is cut off has them in it.
  func keep() throws { try publish([UInt8](mark.utf8), as: file) }
}
