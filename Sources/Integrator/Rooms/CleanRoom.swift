import Files
import Foundation
import Model
import Processes
import State
import Words

/// Where tests are at home: folders of the integration's own, empty at first and gone afterwards. They lie in
/// the machine's place for temporary files, because a socket's path may have no more than 107 bytes.
final class CleanRoom: Sendable {
  let folder: String
  /// Tells that somebody still lives there.
  private let lock: FileLock?

  private static let places = [
    "HOME": "home", "XDG_CONFIG_HOME": "home/.config", "XDG_CACHE_HOME": "home/.cache",
    "XDG_DATA_HOME": "home/.local/share", "XDG_STATE_HOME": "home/.local/state", "XDG_RUNTIME_DIR": "run",
    "TMPDIR": "tmp",
    // Without it Foundation asks the system for the user's home, whatever HOME says.
    "CFFIXED_USER_HOME": "home",
  ]

  /// `mark`: the file that tells where it is, for whoever tidies up after a kill.
  init(in parent: String = NSTemporaryDirectory(), mark: String? = nil) throws {
    let parent = URL(fileURLWithPath: parent).resolvingSymlinksInPath().path
    Self.sweep(parent)
    let name = IntegrationFolder.roomName + UUID().uuidString.lowercased().prefix(8)
    folder = parent + "/" + name
    if let mark { try Data(folder.utf8).write(to: URL(fileURLWithPath: mark)) }
    try makeFolder(folder, mode: 0o700)
    lock = try FileLock(taking: folder + "/lock")
    try furnish()
  }

  /// Of tests that fail where the home of their own may be why: `swift test` has another.
  static func homeNote(_ tests: [TestCase]) -> String? {
    let place = "/" + IntegrationFolder.roomName
    let found = tests.filter { test in
      test.outcome.isFailure
        && test.failures.contains { failure in
          failure.message.ranges(of: place).contains {
            failure.message[$0.upperBound...].dropFirst(8).hasPrefix("/home")
          }
        }
    }
    guard let first = found.first else { return nil }
    let names = first.id.rawValue + (found.count > 1 ? " and \(Figures.grouped(found.count - 1)) more" : "")
    return "\(names) failed with the home that tests of a bot have of their own in the message. Foundation "
      + "takes any user's home for that one there; `home: user` runs them as `swift test` does."
  }

  private func furnish() throws {
    for place in Self.places.values { try makeFolder(folder + "/" + place, mode: 0o700) }
  }

  /// What lies in each of its folders at first.
  private static let furniture: [String: [String]] = {
    var found: [String: [String]] = [:]
    for place in Set(places.values) {
      let parts = place.split(separator: "/").map(String.init)
      found[place] = found[place] ?? []
      for depth in parts.indices.dropFirst() {
        found[parts[..<depth].joined(separator: "/"), default: []].append(parts[depth])
      }
    }
    return found.mapValues { Set($0).sorted() }
  }()

  /// As it was at first. What can't be removed stays. Folders are removed slowly while others write to the
  /// disk, so those stay in which nothing was left.
  func empty() {
    let used = Self.furniture.filter { !isUntouched($0.key, $0.value) }.keys
    for name in Set(used.compactMap { $0.split(separator: "/").first.map(String.init) }) {
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    guard !used.isEmpty else { return }
    try? furnish()
  }

  private func isUntouched(_ place: String, _ names: [String]) -> Bool {
    let path = folder + "/" + place
    return FoundFile(at: path).isFolder && FileFacts(path)?.mode == 0o700
      && (try? FileTree.entries(of: path)) == names
  }

  /// False when something of it could not be removed.
  func remove() -> Bool {
    try? FileManager.default.removeItem(atPath: folder)
    return FileFacts(folder) == nil
  }

  /// What a killed Bothy left: nobody lives there, and has not for an hour.
  private static func sweep(_ parent: String) {
    for name in (try? FileTree.entries(of: parent)) ?? [] where name.hasPrefix(IntegrationFolder.roomName) {
      let folder = parent + "/" + name
      guard let facts = FileFacts(folder), facts.isFolder,
        facts.modified < Date().timeIntervalSince1970 - 3600, FileLock.holder(of: folder + "/lock") == nil
      else { continue }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// What tests are started with: nothing that only Bothy understands and, in a room, its folders. What the
  /// bot file names itself wins.
  static func environment(
    _ base: [String: String], folder: String?, chosen: Set<String>
  ) -> [String: String] {
    var result = base
    for name in ["BOTHY_STATE", "BOTHY_BOTS", "BOTHY_TEMPLATES", "BOTHY_FAULT", "BOTHY_ARTIFACTS"] {
      result[name] = nil
    }
    guard let folder else { return result }
    for name in ["TMP", "TEMP", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS"] where !chosen.contains(name) {
      result[name] = nil
    }
    for (name, place) in places where !chosen.contains(name) { result[name] = folder + "/" + place }
    if !chosen.contains("CI") { result["CI"] = "true" }
    result["BOTHY"] = "1"
    return result
  }

  /// What tests left, in a sentence for each place; the package manager's own caches are not theirs, nor what
  /// the counting of lines leaves where a program was not told where to.
  /// `isKept`: whether a file of the checkout was left to be kept.
  /// `earlier`: what was thrown away before.
  func sentences(
    of checkout: CheckoutSight, then: CheckoutSight, earlier: LeftNames = LeftNames(),
    isKept: (String) -> Bool = { _ in false }
  ) -> [String] {
    let left = earlier.with(self.left(checkout, since: then))
    let places = [
      ("left", "the checkout", left.checkout.filter { !isKept($0) }),
      ("changed", "the checkout", checkout.changed(since: then).filter { !isKept($0) }),
      ("removed", "the checkout", then.added(since: checkout)),
      ("left", "their home", Array(left.home)), ("left", "their TMPDIR", Array(left.temporary)),
    ]
    return places.compactMap { Self.sentence($0.0, $0.1, $0.2.sorted()) }
  }

  fileprivate func left(_ checkout: CheckoutSight, since then: CheckoutSight) -> LeftNames {
    func theirs(_ place: String) -> [String] {
      FileTree.names(below: "\(folder)/\(place)").filter {
        !$0.hasSuffix(".profraw") && !$0.hasSuffix("/.keep-directory")
          && !($0.hasPrefix("_") && $0.hasSuffix(".lock"))
      }
    }
    let home = theirs("home").filter { name in !Self.caches.contains { name.hasPrefix($0) } }
    return LeftNames(
      checkout: Set(checkout.added(since: then)), home: Set(home), temporary: Set(theirs("tmp")))
  }

  private static let caches = [".swiftpm/", ".config/swiftpm/", ".cache/org.swift.swiftpm/", ".cache/clang/"]
  private static let mostNames = 5

  static func sentence(_ did: String, _ place: String, _ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(mostNames).joined(separator: ", ")
    let left = names.count - mostNames
    let count = names.count == 1 ? "a file" : "\(names.count) files"
    return "Tests \(did) \(count) in \(place): \(shown)\(left > 0 ? " and \(left) more" : "")."
  }
}

/// Of the files that tests made.
struct LeftNames {
  var checkout: Set<String> = []
  var home: Set<String> = []
  var temporary: Set<String> = []

  func with(_ other: Self) -> Self {
    LeftNames(
      checkout: checkout.union(other.checkout), home: home.union(other.home),
      temporary: temporary.union(other.temporary))
  }
}

/// What the checkout holds at a moment, without what instrumented programs leave where they were not told
/// where to.
struct CheckoutSight {
  private var files: [String: Mark] = [:]

  private struct Mark: Equatable {
    var size: Int
    var modified: Double
    var mode: UInt32
  }

  init(_ folder: String) {
    for name in FileTree.names(below: folder, skipping: [".git", ".build", ".swiftpm"])
    where !name.hasSuffix(".profraw") {
      let facts = FileFacts(folder + "/" + name)
      files[name] = Mark(size: facts?.size ?? -1, modified: facts?.modified ?? 0, mode: facts?.mode ?? 0)
    }
  }

  func added(since then: Self) -> [String] { files.keys.filter { then.files[$0] == nil }.sorted() }

  func changed(since then: Self) -> [String] {
    files.filter { name, mark in then.files[name].map { $0 != mark } ?? false }.map(\.key).sorted()
  }
}

/// What the test program's place was before tests; where these have a room of their own, that, and what the
/// checkout was.
struct OpenRoom {
  let beside: ProgramSight
  var own: (room: CleanRoom, before: CheckoutSight)?
}

extension Workbench {
  /// The caller's environment and the bot's, as tests are to have it.
  func testEnvironment(adding extra: [String: String] = [:]) -> [String: String] {
    let chosen = Set(settings.environment.keys).union(secrets.values.keys)
    return CleanRoom.environment(environment(), folder: room.withLock { $0?.folder }, chosen: chosen)
      .merging(extra) { $1 }
  }

  /// From now on tests have a home of the integration's own, where the bot wants that.
  func openRoom() throws -> OpenRoom {
    let beside = ProgramSight(buildFolder: order.buildFolder, configuration: settings.configuration)
    let sight = CheckoutSight(order.checkoutFolder)
    untouched.withLock { $0 = sight }
    guard settings.home == .own else { return OpenRoom(beside: beside) }
    try makeFolder(folder.scratch)
    let room = try CleanRoom(mark: folder.roomMark)
    self.room.withLock { $0 = room }
    return OpenRoom(beside: beside, own: (room, sight))
  }

  /// Where all tests run once more they find nothing that was left.
  func forgetLeft() {
    guard room.withLock({ $0 }) != nil,
      let sentence = CleanRoom.sentence("changed", "the checkout", throwLeftAway())
    else { return }
    note("\(sentence) They ran once more after that.")
  }

  /// What is repeated alone finds nothing that tests left; answers what of the checkout is another all the
  /// same.
  func throwLeftAway() -> [String] {
    guard let before = untouched.withLock({ $0 }) else { return [] }
    let now = CheckoutSight(order.checkoutFolder)
    let changed = (now.changed(since: before) + before.added(since: now)).sorted()
    // In the user's own home all stays, as where `swift test` runs them.
    guard let room = room.withLock({ $0 }) else { return (changed + now.added(since: before)).sorted() }
    thrownAway.withLock { $0 = $0.with(room.left(now, since: before)) }
    room.empty()
    for name in now.added(since: before) {
      var place = "\(order.checkoutFolder)/\(name)"
      try? FileManager.default.removeItem(atPath: place)
      // The folders that were made for it too.
      repeat {
        place = (place as NSString).deletingLastPathComponent
      } while place.hasPrefix(order.checkoutFolder + "/") && removeEmpty(place)
    }
    return changed
  }

  private func removeEmpty(_ folder: String) -> Bool {
    guard (try? FileTree.entries(of: folder))?.isEmpty ?? false else { return false }
    return (try? FileManager.default.removeItem(atPath: folder)) != nil
  }

  /// Tells what tests left, and throws the rest away.
  func close(_ open: OpenRoom) {
    let beside = open.beside.restore()
    if let sentence = CleanRoom.sentence("left or changed", "the build folder", beside) {
      note(sentence + " All of that is as it was.")
    }
    guard let own = open.own else { return }
    room.withLock { $0 = nil }
    let now = CheckoutSight(order.checkoutFolder)
    let package = settings.package == "." ? "" : settings.package + "/"
    let earlier = thrownAway.withLock { $0 }
    let sentences = own.room.sentences(of: now, then: own.before, earlier: earlier) { [left] path in
      path.hasPrefix(package) && left.takes(String(path.dropFirst(package.count)))
    }
    for sentence in sentences { note(sentence) }
    if !own.room.remove() { note("What tests left in \(own.room.folder) could not be removed.") }
  }
}
