import Files
import Foundation
import Model

/// The files for programs at an address that stays.
struct StableExports {
  /// The bot's pages.
  let folder: String
  let name: String

  /// Returns the names of those that are there then.
  func point(to target: IntegrationNumber?) throws -> [String] {
    try makeFolder(folder + "/" + name)
    return try PagePublishing.exports.filter { export in
      let place = "\(folder)/\(name)/\(export)"
      guard let target, FileFacts("\(folder)/\(target.value)/\(export)")?.isRegular == true else {
        unlink(place)
        return false
      }
      try PagePublishing.share("\(folder)/\(target.value)/\(export)", as: place)
      return true
    }
  }

  /// Its archives, named without the commit; those of another one go.
  func pointArchives(to target: IntegrationNumber?) throws -> [String] {
    let source = target.map { "\(folder)/\($0.value)/archive" }
    let files = source.flatMap { try? FileTree.entries(of: $0) } ?? []
    let names = files.map(ArchiveName.stable)
    let place = "\(folder)/\(name)"
    for (file, stable) in zip(files, names) {
      try PagePublishing.share("\(source ?? "")/\(file)", as: "\(place)/\(stable)")
    }
    for old in (try? FileTree.entries(of: place)) ?? [] where !names.contains(old) {
      if ArchiveName.endings.contains(where: old.hasSuffix) { unlink("\(place)/\(old)") }
    }
    return names
  }
}
