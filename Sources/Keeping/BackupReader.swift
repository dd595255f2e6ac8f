import Explaining
import Files
import Foundation
import Inflating
import Model
import State

/// Lays what a backup holds into a folder of its own, and believes nothing that it says: whoever made it
/// may have meant harm, and a part of it may be missing.
final class BackupReader {
  /// A person's words for it.
  private let name: String
  private let folder: String
  private let heard: (BackupHead) throws -> Void
  private(set) var head: BackupHead?
  private(set) var sum = BackupEnd()
  /// Those that were laid there, as they are called in the archive.
  private(set) var names: Set<String> = []

  private var block: [UInt8] = []
  private var entry: TarEntry?
  private var more: [UInt8]?
  private var text: [UInt8]?
  private var file: NewFile?
  private var left = 0
  private var padding = 0
  private var promised: BackupEnd?
  private var isOver = false

  /// What describes a backup is small.
  private static let mostText = 1 << 16

  /// - Parameter heard: told of what it is before anything of it is laid anywhere.
  init(_ name: String, into folder: String, heard: @escaping (BackupHead) throws -> Void) {
    (self.name, self.folder, self.heard) = (name, folder, heard)
  }

  func read(_ source: ReadFile, isCanceled: () -> Bool) throws {
    let unpacker = GzipUnpacker()
    while true {
      if isCanceled() { throw CancellationError() }
      let bytes = try source.next()
      if bytes.isEmpty { break }
      guard try unpacker.unpack(bytes, { try take($0) }) else { throw head == nil ? foreign : damaged }
    }
    guard head != nil else { throw foreign }
    guard unpacker.isWhole, isOver, let promised else { throw cutShort }
    guard promised.files == sum.files, promised.bytes == sum.bytes else { throw damaged }
    let store = folder + "/" + BackupContents.store
    guard (promised.store != nil) == names.contains(BackupContents.store) else { throw damaged }
    if let mark = promised.store, try SHA256.hex(ofFile: store).hex != mark { throw damaged }
  }

  // MARK: - Why it is refused

  private func refusal(_ wrong: String, _ advice: String) -> Explanation {
    Explanation(doing: "restoring \(name)", wrong: wrong, advice: advice)
  }
  private var foreign: Explanation {
    refusal("it is no backup of Bothy's", "name a file that a backup was written to")
  }
  private var cutShort: Explanation {
    refusal("it ends before its end: a part of it is missing", "copy it again, or take another backup")
  }
  private var damaged: Explanation {
    refusal("it is damaged: what is in it is not what was put there", "copy it again, or take another backup")
  }
  private func hostile(_ what: String) -> Explanation {
    refusal("it holds \(what), which no backup of Bothy's does", "do not trust it, and take another backup")
  }

  // MARK: - Part by part

  private func take(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      if isOver {
        guard rest.allSatisfy({ $0 == 0 }) else { throw damaged }
        return
      }
      if left > 0 {
        let part = rest.prefix(left)
        rest = rest.dropFirst(part.count)
        left -= part.count
        if text != nil { text? += part } else { try file?.append(part) }
        if left == 0 { try close() }
      } else if padding > 0 {
        let count = min(padding, rest.count)
        padding -= count
        rest = rest.dropFirst(count)
      } else {
        let part = rest.prefix(TarEntry.block - block.count)
        rest = rest.dropFirst(part.count)
        block += part
        if block.count == TarEntry.block { try begin() }
      }
    }
  }

  private func begin() throws {
    let header = block
    block = []
    if header.allSatisfy({ $0 == 0 }) {
      guard head != nil else { throw foreign }
      guard entry == nil else { throw damaged }
      isOver = true
      return
    }
    guard var next = TarEntry(header: header) else { throw head == nil ? foreign : damaged }
    if let more {
      guard next.kind != .more, next.take(more: more) else { throw damaged }
      self.more = nil
    }
    (left, padding) = (next.size, TarEntry.padding(next.size))
    entry = next
    try open(next)
    if left == 0 { try close() }
  }

  private func open(_ next: TarEntry) throws {
    if case .other(let what) = next.kind { throw head == nil ? foreign : hostile(what) }
    guard promised == nil else { throw damaged }
    let isText = next.kind == .more || next.name == BackupHead.name || next.name == BackupEnd.name
    guard (head == nil) == (next.name == BackupHead.name) else { throw head == nil ? foreign : damaged }
    if isText {
      guard next.size <= Self.mostText, next.kind != .folder else { throw head == nil ? foreign : damaged }
      text = []
      return
    }
    guard BackupContents.holds(next.name, bot: head?.bot) else {
      throw hostile("`\(next.name.prefix(200))`")
    }
    guard names.insert(next.name).inserted else { throw hostile("`\(next.name.prefix(200))` twice") }
    let place = folder + "/" + next.name
    sum.files += 1
    sum.bytes += next.size
    if next.kind == .folder {
      guard next.size == 0 else { throw damaged }
      return try makeFolder(place)
    }
    try makeFolder((place as NSString).deletingLastPathComponent)
    let isSecret = next.name.hasPrefix(BackupContents.secrets)
    file = try NewFile(place, beside: place, mode: isSecret ? 0o600 : next.mode & 0o755 | 0o600)
  }

  private func close() throws {
    defer { (entry, text, file) = (nil, nil, nil) }
    guard let entry else { return }
    if let text {
      switch entry.name {
      case _ where entry.kind == .more: more = text
      case BackupHead.name: try take(head: text)
      default:
        guard let end: BackupEnd = BackupJSON.read(text) else { throw damaged }
        promised = end
      }
    }
    file?.setModified(entry.modified)
    try file?.place(replacing: true)
  }

  private struct Format: Decodable { var format: Int }

  private func take(head text: [UInt8]) throws {
    guard let format: Format = BackupJSON.read(text) else { throw foreign }
    guard format.format <= BackupHead.newest else {
      throw refusal(
        "it was made by a newer Bothy (format \(format.format), this one knows \(BackupHead.newest))",
        "restore it with that one")
    }
    guard format.format == BackupHead.newest, let head: BackupHead = BackupJSON.read(text) else {
      throw foreign
    }
    guard head.bot?.isFit ?? true else { throw hostile("a bot of a name that is none") }
    self.head = head
    try heard(head)
  }
}
