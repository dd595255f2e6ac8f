import Files
import Foundation
import Inflating

/// Writes a backup: a tar as gzip packs it, so that a person opens it without Bothy, and Bothy without any
/// tool.
final class BackupWriter {
  private let packer = GzipPacker()
  private let write: ([UInt8]) throws -> Void
  private(set) var end = BackupEnd()
  private(set) var packed = 0

  init(_ head: BackupHead, write: @escaping ([UInt8]) throws -> Void) throws {
    self.write = write
    try add(BackupHead.name, try BackupJSON.bytes(head), modified: head.made)
  }

  private func pack(_ bytes: [UInt8]) throws { try put(packer.add(bytes)) }

  private func put(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    packed += bytes.count
    try write(bytes)
  }

  private func pad(_ size: Int) throws {
    try pack([UInt8](repeating: 0, count: TarEntry.padding(size)))
  }

  private func add(_ name: String, _ bytes: [UInt8], modified: Date) throws {
    let entry = TarEntry(
      name: name, size: bytes.count, mode: 0o600, modified: modified.timeIntervalSince1970)
    try pack(entry.header + bytes)
    try pad(bytes.count)
  }

  /// What was read as it was at one moment.
  func add(read name: String, _ bytes: [UInt8], modified: Date) throws {
    end.files += 1
    end.bytes += bytes.count
    try add(name, bytes, modified: modified)
  }

  func add(folder name: String) throws {
    end.files += 1
    try pack(TarEntry(name: name, mode: 0o755, kind: .folder).header)
  }

  /// As much as there was when it was opened: what grows meanwhile grows behind that, and where something
  /// was cut short meanwhile, zeros stand for it. `part` is told of each part.
  func add(_ name: String, _ file: ReadFile, part: ([UInt8]) throws -> Void = { _ in }) throws {
    end.files += 1
    end.bytes += file.size
    try pack(TarEntry(name: name, size: file.size, mode: file.mode, modified: file.modified).header)
    var left = file.size
    while left > 0 {
      var bytes = try file.next(min(left, 1 << 18))
      if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: min(left, 1 << 18)) }
      left -= bytes.count
      try part(bytes)
      try pack(bytes)
    }
    try pad(file.size)
  }

  func finish(store: String?, at now: Date) throws {
    end.store = store
    try add(BackupEnd.name, try BackupJSON.bytes(end), modified: now)
    try pack(TarEntry.end)
    try put(packer.end())
  }
}
