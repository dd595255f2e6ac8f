import Explaining
import Files
import Foundation
import Model
import Synchronization
import Words

/// What tests leave and is to be kept: what they put into `$BOTHY_ARTIFACTS`, and what the bot's globs name
/// in the package's folder.
final class LeftFiles: Sendable {
  /// A test, and which time that it ran: 0 in the test run, then each time alone.
  struct Owner: Hashable {
    var test: TestID
    var attempt: Int
  }

  /// A folder that one process is given, and how times of files there compare with the clock.
  struct Place {
    let path: String
    let grain: Double?
  }

  private struct Kept {
    var name: String
    var path: String
    var sha256: String
    var candidates: [TestID]
    var attempt: Int
  }

  private struct Mark: Equatable {
    var size: Int
    var inode: UInt64
    var changed: Double
  }

  private struct State {
    var before: [String: Mark] = [:]
    var kept: [Kept] = []
    /// Which tests left a file of that name when they ran alone.
    var alone: [String: Set<TestID>] = [:]
    var refused: [String] = []
    var refusedCount = 0
    var refusedBytes = 0
    var hasMore = false
  }

  private let attachments: Attachments
  private let globs: [Glob]
  private let package: String
  private let most: Int
  private let state = Mutex(State())

  static let mostBytes = 48 << 20
  private static let mostNames = 5
  private static let mostLookedAt = 200_000
  private static let skipped: Set = [".build", ".git", ".swiftpm"]

  init(_ attachments: Attachments, globs: [String], package: String, most: Int = 1000) {
    (self.attachments, self.package, self.most) = (attachments, package, most)
    self.globs = globs.map { Glob($0) }
  }

  /// What is there already is not what tests leave.
  func begin() {
    guard !globs.isEmpty else { return }
    let found = named()
    state.withLock { $0.before = Dictionary(found.map { ($0.name, Self.mark($0)) }) { first, _ in first } }
  }

  /// Whether it is kept, so that nobody need be told that it was left.
  func takes(_ path: String) -> Bool { Glob.rule(for: path, among: globs) != nil }

  /// Makes an empty folder for one process.
  func place(_ path: String) -> Place? {
    let earliest = Self.now
    guard (try? makeFolder(path)) != nil else { return nil }
    let (folder, latest) = (FoundFile(at: path), Self.now)
    var coarse = timespec()
    guard clock_getres(CLOCK_REALTIME_COARSE, &coarse) == 0 else { return Place(path: path, grain: nil) }
    // On a busy machine its ticks come late.
    let grain = 5 * (Double(coarse.tv_sec) + Double(coarse.tv_nsec) / 1e9)
    // A disk over a network has another clock, an old file system only whole seconds.
    let isTrue = folder.isFolder && earliest - grain...latest ~= folder.changed
    return Place(path: path, grain: isTrue ? grain : nil)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Takes in what a process left, and removes its folder.
  func collect(from place: Place?, attempt: Int, _ owners: FileOwners) {
    if let place {
      if FoundFile(at: place.path).isFolder {
        let (found, isCut) = FileTree.look(below: place.path, most: Self.mostLookedAt)
        state.withLock { state in
          state.hasMore = state.hasMore || isCut
          for file in found { keep(file, attempt, owners, &state) }
        }
      } else {
        state.withLock { refuse("$BOTHY_ARTIFACTS", 0, "it is no folder any more", &$0) }
      }
      FileTree.remove(place.path)
    }
    guard !globs.isEmpty else { return }
    let found = named()
    state.withLock { state in
      for file in found where state.before[file.name] != Self.mark(file) {
        state.before[file.name] = Self.mark(file)
        keep(file, attempt, owners, &state)
      }
    }
  }

  /// All that was left until now counts no more: the tests run again and leave it once more.
  func disown() { state.withLock { ($0.kept, $0.alone) = ([], [:]) } }

  /// Whose each of them is, as paths beside the report. What ran too shortly to be told apart by its time is
  /// told by what left the same when it ran alone.
  var owners: [Owner: [String]] {
    state.withLock { state in
      // One that it left each time stands at the first.
      var told: Set<[String]> = []
      return state.kept.reduce(into: [:]) { owners, file in
        var candidates = file.candidates
        if candidates.count > 1, let alone = state.alone[file.name] {
          candidates = candidates.filter(alone.contains)
        }
        guard candidates.count == 1, let test = candidates.first,
          told.insert([test.rawValue, file.path]).inserted
        else { return }
        owners[Owner(test: test, attempt: file.attempt), default: []].append(file.path)
      }
    }
  }

  /// What is missing, in a sentence.
  var note: String? {
    state.withLock { state in
      guard state.refusedCount > 0 || state.hasMore else { return nil }
      let left = state.refusedCount - state.refused.count
      var words = state.refused
      if left > 0 {
        words.append("\(Figures.count(left, "more file")) (\(Figures.bytes(state.refusedBytes)))")
      }
      if state.hasMore {
        words.append("what came after \(Figures.grouped(Self.mostLookedAt)) files, which is not known")
      }
      return "Not kept of what tests left: \(words.joined(separator: "; ")). Kept are at most "
        + "\(Figures.grouped(most)) files, \(Figures.bytes(Self.mostBytes)) of each and "
        + "\(Figures.bytes(attachments.limit)) in all, with what tests attached."
    }
  }

  private func keep(_ file: FoundFile, _ attempt: Int, _ owners: FileOwners, _ state: inout State) {
    let candidates = owners.candidates(file)
    let name = attachments.masked(file.name)
    if attempt > 0 { state.alone[name, default: []].formUnion(candidates) }
    switch file.kind {
    case .regular: break
    case .other(let words): return refuse(name, 0, words, &state)
    case .closed(let why): return refuse(name, file.size, why, &state)
    }
    guard state.kept.count < most else { return refuse(name, file.size, "one too many", &state) }
    if let why = Self.refusal(size: file.size, left: attachments.left) {
      return refuse(name, file.size, why, &state)
    }
    do {
      let content = attachments.masked(try file.read().get())
      let sha256 = SHA256.hex(content)
      let same = state.kept.filter { $0.sha256 == sha256 && $0.name == name }
      // Run again, a test leaves the same once more.
      guard !same.contains(where: { Set($0.candidates) == Set(candidates) }) else { return }
      let last = name.split(separator: "/").last.map(String.init) ?? ""
      let path = try same.first?.path ?? attachments.put(last, shown: name, content, sha256: sha256).path
      state.kept.append(
        Kept(name: name, path: path, sha256: sha256, candidates: candidates, attempt: attempt))
    } catch {
      refuse(name, file.size, Explanation(error, doing: "keeping it").wrong, &state)
    }
  }

  /// Nil where there is room for it.
  static func refusal(size: Int, left: Int) -> String? {
    if size > mostBytes { return "too large" }
    return size > left ? "too much with what was kept before it" : nil
  }

  private func refuse(_ name: String, _ size: Int, _ why: String, _ state: inout State) {
    state.refusedCount += 1
    if state.refused.count < Self.mostNames {
      let size = size > 0 ? "\(Figures.bytes(size)), " : ""
      state.refused.append(
        "\(Shown.line(name, most: 200)) (\(size)\(Shown.line(attachments.masked(why), most: 200)))")
    } else {
      state.refusedBytes += size
    }
  }

  /// What the globs name, without what lies behind links.
  private func named() -> [FoundFile] {
    var found: [String: FoundFile] = [:]
    for base in Set(globs.filter { !$0.isNegated }.map(\.folder)) {
      let folders = base.split(separator: "/")
      let isWithin = folders.indices.allSatisfy { end in
        FoundFile(at: package + "/" + folders[...end].joined(separator: "/")).isFolder
      }
      guard isWithin else { continue }
      let root = base.isEmpty ? package : package + "/" + base
      let skipping = base.isEmpty ? Self.skipped : []
      for file in FileTree.look(below: root, skipping: skipping, most: Self.mostLookedAt).found {
        let file = base.isEmpty ? file : file.below(base)
        if takes(file.name) { found[file.name] = file }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private static func mark(_ file: FoundFile) -> Mark {
    Mark(size: file.size, inode: file.inode, changed: file.changed)
  }
}

extension TestCase {
  /// With what it left in the test run and each time alone.
  func with(_ left: [LeftFiles.Owner: [String]]) -> TestCase {
    guard !left.isEmpty else { return self }
    var row = self
    let first = left[LeftFiles.Owner(test: id, attempt: 0)] ?? []
    row.attachments += first
    for place in row.attempts.indices {
      row.attempts[place].attachments += left[LeftFiles.Owner(test: id, attempt: place)] ?? []
    }
    return row
  }
}
