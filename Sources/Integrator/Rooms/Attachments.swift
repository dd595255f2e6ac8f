import Files
import Foundation
import Model
import State
import Synchronization
import Words

/// What tests attach: files in one folder, under names that harm nobody, whatever the tests call them.
final class Attachments: Sendable {
  private struct State {
    var left: Int
    var kept: [Artifact] = []
    /// How often each name was given.
    var names: [String: Int] = [:]
    var dropped: [String] = []
    var droppedCount = 0
  }

  private let folder: IntegrationFolder
  private let masking: Masking
  let limit: Int
  private let state: Mutex<State>

  init(folder: IntegrationFolder, _ masking: Masking = .none, limit: Int = 256 << 20) {
    (self.folder, self.masking, self.limit) = (folder, masking, limit)
    state = Mutex(State(left: limit))
  }

  /// Each with the name that its test gave it.
  var kept: [Artifact] { state.withLock { $0.kept.sorted { $0.path < $1.path } } }

  /// What is missing, in a sentence.
  var note: String? {
    let (count, first) = state.withLock { ($0.droppedCount, $0.dropped.first ?? "") }
    guard count > 0 else { return nil }
    let what = count == 1 ? "The attachment \(first) was" : "\(count) attachments, such as \(first), were"
    return "\(what) not kept: its content did not arrive, or is too large, or is one too many "
      + "(\(Figures.bytes(limit)) are kept in all, \(Figures.bytes(LeftFiles.mostBytes)) of one attachment, "
      + "1,000 of one test)."
  }

  /// Where it lies beside the report; nil where it is not kept.
  func keep(_ name: String, _ bytes: [UInt8]?) -> String? {
    guard let bytes, bytes.count <= left else { return state.withLock { drop(name, &$0) } }
    let content = masked(bytes)
    do {
      return try put(name, shown: name, content, sha256: SHA256.hex(content)).path
    } catch { return state.withLock { drop(name, &$0) } }
  }

  /// How many bytes there is room for.
  var left: Int { state.withLock { $0.left } }

  func masked(_ bytes: [UInt8]) -> [UInt8] { masking.masked(bytes) }

  func masked(_ name: String) -> String { masking.masked(name) }

  /// Lays it there; `shown` is what people know it as.
  func put(_ name: String, shown: String, _ content: [UInt8], sha256: String) throws -> Artifact {
    let (name, shown) = (masked(name), masked(shown))
    return try state.withLock { state in
      try makeFolder(folder.attachments)
      let file = Self.free(Self.harmless(name), &state.names)
      try publish(content, as: "\(folder.attachments)/\(file)")
      state.left -= content.count
      let kept = Artifact(
        name: shown.isEmpty ? file : shown, path: "attachments/\(file)", bytes: content.count, sha256: sha256)
      state.kept.append(kept)
      return kept
    }
  }

  private func drop(_ name: String, _ state: inout State) -> String? {
    state.droppedCount += 1
    if state.dropped.isEmpty { state.dropped = [Self.harmless(masked(name))] }
    return nil
  }

  /// `a.txt`, `a-2.txt`, `a-3.txt`.
  private static func free(_ name: String, _ names: inout [String: Int]) -> String {
    let (stem, end) = parts(name)
    var free = name
    while names[free] != nil {
      names[name, default: 1] += 1
      free = "\(stem)-\(names[name] ?? 1)\(end)"
    }
    names[free] = names[free] ?? 1
    return free
  }

  /// A name for a file in one folder that is like the given one: it leads nowhere else, hides nothing, and
  /// every file system takes it.
  static func harmless(_ name: String) -> String {
    let plain = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { "/\\".unicodeScalars.contains($0) || UnseenCharacter.isOne($0) ? "_" : $0 })
    )
    guard !plain.isEmpty else { return "untitled" }
    let (stem, end) = parts(plain.hasPrefix(".") ? "_" + plain.dropFirst() : plain)
    var short = stem
    while short.utf8.count + end.utf8.count > 200 { short.removeLast() }
    return short + end
  }

  private static func parts(_ name: String) -> (stem: String, end: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 20 else {
      return (name, "")
    }
    return (String(name[..<dot]), String(name[dot...]))
  }
}
