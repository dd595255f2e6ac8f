import Model
import Synchronization
import Words

/// The processes that ran the tests which are measured. Each must leave a profile.
final class ProfiledProcesses: Sendable {
  struct Process: Equatable, Sendable {
    /// Relative to the folder of profiles.
    var profile: String
    /// Those that began in it.
    var tests: [TestID]
    /// It was ended, or ended itself, in the middle of a test.
    var died: Bool
  }

  private let known = Mutex<[Process]>([])

  func add(_ process: Process) { known.withLock { $0.append(process) } }

  /// What they left is gone.
  func removeAll() { known.withLock { $0 = [] } }

  var all: [Process] { known.withLock { $0 } }
}

/// What is missing in the coverage, in sentences.
struct ProfileLosses: Equatable {
  /// Something of this build was executed and is not counted.
  var tooLow: [String] = []
  /// What was left out and takes nothing away.
  var notes: [String] = []

  /// `losesDead`: this toolchain loses the counts of a process that dies.
  init(
    _ flaws: [String: ProfileFlaw], present: Set<String>, of processes: [ProfiledProcesses.Process],
    losesDead: Bool = false
  ) {
    var own: Set<String> = []
    var lost: [ProfileFlaw: [TestID]] = [:]
    var dead: [TestID] = []
    for process in processes where !process.tests.isEmpty {
      own.insert(process.profile)
      guard !present.contains(process.profile) else { continue }
      if losesDead, process.died {
        dead += process.tests
      } else {
        lost[flaws[process.profile] ?? .gone, default: []] += process.tests
      }
    }
    for (flaw, tests) in lost.sorted(by: { $0.key < $1.key }) {
      tooLow.append(
        "What \(Self.words(tests)) executed is not counted: the profile of "
          + "\(tests.count == 1 ? "its" : "their") process \(flaw.words).")
    }
    if !dead.isEmpty {
      tooLow.append(
        "What \(Self.words(dead)) executed is not counted: this toolchain loses the counts of a process that "
          + "dies.")
    }
    let others = Dictionary(grouping: flaws.keys.filter { !own.contains($0) }.sorted()) { flaws[$0] ?? .gone }
    for (flaw, names) in others.sorted(by: { $0.key < $1.key }) {
      let more = names.count == 1 ? "" : " (and \(Figures.grouped(names.count - 1)) more)"
      let said = "The profile \(names[0].oneLine)\(more) \(flaw.words) and was left out"
      if flaw.losesCounts {
        tooLow.append("\(said): what its process executed is not counted.")
      } else {
        notes.append("\(said).")
      }
    }
  }

  /// "LibTests.ATests/testA and 2 more tests"
  static func words(_ tests: [TestID]) -> String {
    guard let first = tests.first else { return "no test" }
    let more = tests.count - 1
    return more == 0 ? first.rawValue : "\(first.rawValue) and \(Figures.count(more, "more test"))"
  }
}

/// A test that its process ended in, at a place of which nothing tells: code behind it may count as executed
/// that nobody came to.
struct OpenEnd: Equatable {
  enum Way: String, CaseIterable { case crashed, hung, ended }

  var test: TestID
  var way: Way

  init(_ test: TestID, _ way: Way) { (self.test, self.way) = (test, way) }

  /// Of a test that its process ended in.
  init(of row: TestCase) {
    let isKnown = row.crash?.signal != nil
    self.init(row.id, row.outcome == .timedOut ? .hung : isKnown ? .crashed : .ended)
  }

  /// Nil where each place is known.
  static func sentence(_ ends: [OpenEnd]) -> String? {
    guard !ends.isEmpty else { return nil }
    let place = ends.count == 1 ? "the place" : "the places"
    let ways = Way.allCases.filter { way in ends.contains { $0.way == way } }.map(\.rawValue)
    let how = [ways.dropLast().joined(separator: ", "), ways.last ?? ""].filter { !$0.isEmpty }
    return "Lines behind \(place) where \(ProfileLosses.words(ends.map(\.test))) "
      + "\(how.joined(separator: " or ")) may count as executed: "
      + "nothing tells for certain how far each function came."
  }
}

extension String {
  /// Names of files may hold line breaks.
  var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
