import Files
import Foundation
package import Model

/// The last word of a file of progress. Lines about single tests are counted, not decoded: there may be very
/// many of them.
package final class ProgressTail {
  private let file: FollowedFile
  private var line: [UInt8] = []
  package private(set) var progress = PhaseProgress()
  /// Those told first: of very many nobody reads the others before it has ended.
  package private(set) var failures: [(test: TestID, failure: TestFailure)] = []
  package private(set) var failureCount = 0

  /// Tests whose outcome was told, by how their names hash.
  private var told: Set<Int> = []

  private static let mostBytes = 1 << 16
  private static let test = Array(#"{"test":"#.utf8)
  private static let failure = Array(#"{"failure":"#.utf8)
  private static let mostFailures = 40
  private static let step = Array(#"{"step":"#.utf8)
  private static let decoded = [
    "phase", "testsAnnounced", "firstVerdict", "repeating", "startingOver", "afterwards",
  ]
  .map { Array("{\"\($0)".utf8) }

  package init(_ path: String) { file = FollowedFile(path) }

  package func read() {
    var lastStep: [UInt8]?
    file.readNew { bytes in
      for byte in bytes {
        if byte == UInt8(ascii: "\n") {
          if line.starts(with: Self.step) { lastStep = line } else { take(line, &lastStep) }
          line.removeAll(keepingCapacity: true)
        } else if line.count < Self.mostBytes {
          line.append(byte)
        }
      }
    }
    if let lastStep { decode(lastStep) }
  }

  private func take(_ line: [UInt8], _ lastStep: inout [UInt8]?) {
    if line.starts(with: Self.test) {
      // Some run once before all do, and what failed once more.
      guard told.insert(Self.name(in: line)).inserted else { return }
      progress.done = (progress.done ?? 0) + 1
    } else if Self.decoded.contains(where: { line.starts(with: $0) }) {
      lastStep = nil
      decode(line)
    } else if line.starts(with: Self.failure) {
      failureCount += 1
      if failures.count < Self.mostFailures { decode(line) }
    }
  }

  /// Fields come in any order; an unescaped quote ends a name.
  private static func name(in line: [UInt8]) -> Int {
    guard let start = line.firstRange(of: field)?.upperBound else { return line.hashValue }
    var end = start
    while end < line.count, line[end] != UInt8(ascii: "\"") {
      end += line[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Array(line[start..<min(end, line.count)]).hashValue
  }

  private static let field = Array(#""_0":""#.utf8)

  private func decode(_ line: [UInt8]) {
    switch try? JSONDecoder().decode(Model.Progress.self, from: Data(line)) {
    case .phaseStarted(let kind, _): (progress, told) = (PhaseProgress(kind), [])
    case .step(let done, let total, _): (progress.done, progress.total) = (done, total)
    case .testsAnnounced(let count, let andMore):
      // Of a library that has not told its own yet nobody knows how many there are in all.
      (progress.done, progress.total) = (progress.done ?? 0, andMore == true ? nil : count)
    case .repeating(let count): progress.repeated = count
    case .startingOver: (progress.done, progress.repeated, told) = (0, nil, [])
    case .firstVerdict(let verdict): progress.verdict = verdict.words
    case .failure(let test, let failure) where !failure.isKnown: failures.append((test, failure))
    case .afterwards: progress.isAfterwards = true
    default: break
    }
  }
}
