import Model
import Processes
import Synchronization

/// Paths and names that tools print and Bothy reads, in which a secret may be a word that everybody knows: a
/// user of a database that is called like the bot hides nothing there.
final class SparedPlaces: Sendable {
  /// Where in a text of how many bytes a secret of how many stands.
  private struct Shape: Hashable {
    var offset: Int
    var secret: Int
    var count: Int
  }

  private struct Places {
    var texts: [Shape: Set<[UInt8]>] = [:]
    /// Of the longest.
    var longest = 0
  }

  private let secrets: [[UInt8]]
  private let places = Mutex(Places())

  init(_ places: [String], holding secrets: [[UInt8]]) {
    self.secrets = secrets
    add(places)
  }

  /// Also as JSON may spell them.
  func add(_ texts: some Sequence<String>) {
    let texts = texts.flatMap { Set([$0, $0.replacing("/", with: "\\/")]) }.map { Array($0.utf8) }
    places.withLock { places in
      for text in texts {
        for secret in secrets where text.count > secret.count {
          for range in text.ranges(of: secret) {
            let shape = Shape(offset: range.lowerBound, secret: secret.count, count: text.count)
            places.texts[shape, default: []].insert(text)
            places.longest = max(places.longest, text.count)
          }
        }
      }
    }
  }

  var longest: Int { places.withLock(\.longest) }

  enum Answer { case yes, no, cut }

  /// Whether what stands there is a part of one of them; `before`: what stood right before the bytes.
  func hold(_ places: [Int], of bytes: [UInt8], after before: [UInt8], isWhole: Bool) -> Answer {
    let known = self.places.withLock(\.texts)
    guard !known.isEmpty, let first = places.first, let last = places.last, last - first + 1 == places.count
    else { return .no }
    var answer = Answer.no
    for (shape, texts) in known where places.count <= shape.secret {
      // Where a line may have ended before it, only the rest of a secret is found.
      for left in 0...(shape.secret - places.count) {
        let start = first - shape.offset - left
        guard start >= -before.count else { continue }
        let end = min(start + shape.count, bytes.count)
        let seen = (start < 0 ? before.suffix(-start) : []) + bytes[max(0, start)..<max(0, end)]
        if seen.count == shape.count {
          if texts.contains(seen) { return .yes }
        } else if !isWhole, texts.contains(where: { $0.starts(with: seen) }) {
          answer = .cut
        }
      }
    }
    return answer
  }
}

extension Order {
  /// What is found by its path in what tools say.
  var ownPlaces: [String] {
    let package = settings.package == "." ? [] : [checkoutFolder + "/" + settings.package]
    let folders = [checkoutFolder, buildFolder, archiveBuildFolder] + package
    return folders + folders.map(ProgramSearch.resolved).filter { !folders.contains($0) }
  }
}
