import Model
import Processes
import Synchronization

/// Paths and names that tools print and Bothy reads, in which a secret may be a word that everybody knows: a
/// user of a database that is called like the bot hides nothing there.
final class SparedPlaces: Sendable {
  /// One of these texts, and where in it a secret stands.
  private struct Place {
    var text: [UInt8]
    var offset: Int
    var secret: [UInt8]
  }

  private struct Places {
    var all: [Place] = []
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
            places.all.append(Place(text: text, offset: range.lowerBound, secret: secret))
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
    let known = self.places.withLock(\.all)
    guard !known.isEmpty, let first = places.first, let last = places.last, last - first + 1 == places.count
    else { return .no }
    let found = bytes[first...last]
    var answer = Answer.no
    for place in known where found.count <= place.secret.count {
      // Where a line may have ended before it, the rest of a secret is found.
      for left in 0...(place.secret.count - found.count)
      where found == place.secret[left..<(left + found.count)] {
        switch holds(place.text, at: first - place.offset - left, bytes, before, isWhole: isWhole) {
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
    let package = settings.package == "." ? [] : [checkoutFolder + "/" + settings.package]
    let folders = [checkoutFolder, buildFolder, archiveBuildFolder] + package
    return folders + folders.map(ProgramSearch.resolved).filter { !folders.contains($0) }
  }
}
