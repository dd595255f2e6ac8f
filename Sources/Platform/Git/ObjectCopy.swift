import CGit2
import Foundation

/// Copies a whole store of objects, that of its alternates included, file by file. Nothing is linked or
/// shared: the copy outlives whatever becomes of the original.
struct ObjectCopy {
  let doing: String
  let interruption: Interruption

  /// A pack vanished while it was copied: the repository is being repacked.
  struct Repacked: Error {}

  func copy(from objects: String, to target: String) throws {
    for folder in Self.stores(from: objects) {
      try copyPacks(from: folder + "/pack", to: target + "/pack")
      for n in 0..<256 {
        try interruption.check()
        let name = String(n >> 4, radix: 16) + String(n & 15, radix: 16)
        try copyLoose(from: folder + "/" + name, to: target + "/" + name)
      }
    }
  }

  /// The folder itself and all that its info/alternates lead to.
  static func stores(from objects: String) -> [String] {
    var found = [String]()
    var waiting = [objects]
    while let next = waiting.popLast(), found.count < 100 {
      let folder = resolved(next)
      guard !found.contains(folder) else { continue }
      found.append(folder)
      guard let content = FileManager.default.contents(atPath: folder + "/info/alternates") else { continue }
      for line in String(decoding: content, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
        waiting.append(line.hasPrefix("/") ? String(line) : folder + "/" + line)
      }
    }
    return found
  }

  private func copyPacks(from: String, to: String) throws {
    let names = try list(from)
    // The index comes last, so that a pack without one is never taken for whole.
    for name in names where name.hasPrefix("pack-") && name.hasSuffix(".pack") {
      let stem = String(name.dropLast(5))
      try copyFile(from + "/" + name, to + "/" + name)
      try copyFile(from + "/" + stem + ".idx", to + "/" + stem + ".idx")
    }
  }

  private func copyLoose(from: String, to: String) throws {
    let names = try list(from).filter { $0.utf8.count == 38 }
    if names.isEmpty { return }
    if mkdir(to, 0o777) < 0, errno != EEXIST { throw GitError.system(errno, doing, to) }
    for name in names { try copyFile(from + "/" + name, to + "/" + name) }
  }

  private func list(_ folder: String) throws -> [String] {
    try GitError.telling(doing, folder) {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return [] }
      let names = try Folder(descriptor: SystemFailure.check(descriptor)).names()
      return names.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func copyFile(_ from: String, _ to: String) throws {
    let input = open(from, O_RDONLY | O_CLOEXEC)
    if input < 0, errno == ENOENT { throw Repacked() }
    try GitError.telling(doing, from) {
      let source = OpenFile(descriptor: try SystemFailure.check(input))
      let output = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
      if output < 0, errno == EEXIST { return }
      let target = try GitError.telling(doing, to) { OpenFile(descriptor: try SystemFailure.check(output)) }
      while true {
        let count = bothy_copy_range(input, output, 1 << 30)
        if count == 0 { return }
        if count < 0 { break }
      }
      // Some file systems cannot do it in the kernel.
      try SystemFailure.check(lseek(input, lseek(output, 0, SEEK_CUR), SEEK_SET))
      try source.forEachPortion { portion in
        try GitError.telling(doing, to) { try target.write(portion) }
        return true
      }
    }
  }
}
