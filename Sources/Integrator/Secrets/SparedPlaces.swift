import Model
import Processes
import Synchronization

/// Paths and names that tools print and Bothy reads, in which a secret may be a word that everybody knows: a
/// user of a database that is called like the bot hides nothing there.
final class SparedPlaces: Sendable {
  private struct Texts {
    var all: [[UInt8]] = []
    /// Of the longest.
    var longest = 0
  }

  private let secrets: [[UInt8]]
  private let texts = Mutex(Texts())

  init(_ places: [String], holding secrets: [[UInt8]]) {
    self.secrets = secrets
    add(places)
  }

  /// Also as JSON may spell them.
  func add(_ places: some Sequence<String>) {
    let new = places.flatMap { Set([$0, $0.replacing("/", with: "\\/")]) }.map { Array($0.utf8) }
      .filter { place in secrets.contains { place.count > $0.count && place.firstRange(of: $0) != nil } }
    texts.withLock { texts in
      texts.all += new
      texts.longest = texts.all.map(\.count).max() ?? 0
    }
  }

  var longest: Int { texts.withLock(\.longest) }

  enum Answer { case yes, no, cut }

  /// Whether what stands there is a part of one of them; `before`: what stood right before the bytes.
  func hold(_ places: [Int], of bytes: [UInt8], after before: [UInt8], isWhole: Bool) -> Answer {
    let paths = texts.withLock(\.all)
    guard !paths.isEmpty, let first = places.first, let last = places.last,
      last - first + 1 == places.count
    else { return .no }
    let secret = bytes[first...last]
    var answer = Answer.no
    for path in paths {
      for offset in path.indices.dropLast(secret.count - 1)
      where path[offset..<(offset + secret.count)] == secret {
        switch holds(path, at: first - offset, bytes, before, isWhole: isWhole) {
        case .yes: return .yes
        case .cut: answer = .cut
        case .no: break
        }
      }
    }
    return answer
  }

  private func holds(
    _ path: [UInt8], at start: Int, _ bytes: [UInt8], _ before: [UInt8], isWhole: Bool
  ) -> Answer {
    for (offset, byte) in path.enumerated() {
      let at = start + offset
      guard at < bytes.count else { return isWhole ? .no : .cut }
      guard at >= -before.count, (at < 0 ? before[before.count + at] : bytes[at]) == byte else { return .no }
    }
    return .yes
  }
}

extension Order {
  /// What is found by its path in what tools say.
  var ownPlaces: [String] {
    let folders = [checkoutFolder, buildFolder, archiveBuildFolder]
    return folders + folders.map(ProgramSearch.resolved).filter { !folders.contains($0) }
  }
}
