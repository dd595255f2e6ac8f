import Files
import Formats
import Foundation
import Model
import Words

/// Swift Testing's event stream, read while its file grows.
struct FollowedStream {
  private(set) var events: EventStream
  private let path: String
  private let file: FollowedFile
  private var masking: MaskingStream
  /// The library was there and opened it.
  private(set) var hasFile = false

  init(
    _ path: String, sources: SourceMap, cores: Int, identities: [String: TestID] = [:],
    keepsFiles: Bool = true, at workbench: Workbench
  ) {
    self.path = path
    events = EventStream(sources: sources, cores: cores, identities: identities) {
      keepsFiles ? workbench.attachments.keep($0, $1) : nil
    }
    file = FollowedFile(path)
    masking = MaskingStream(workbench.log.masking)
  }

  mutating func readNew() { file.readNew { bytes in masking.add(bytes) { events.read($0) } } }

  /// What became of tests once the process was asked to quit: it would not all have done that by itself.
  private(set) var aftermath: EventStream?

  /// What a process tells once it was asked to quit is kept apart.
  mutating func finish(isHeard: Bool = true) {
    if isHeard { readNew() } else { aftermath = rest() }
    masking.finish { events.read($0) }
    events.finish()
    hasFile = FileManager.default.fileExists(atPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  private func rest() -> EventStream {
    var (later, masking) = (events.keepingNothing, masking)
    file.readNew { bytes in masking.add(bytes) { later.read($0) } }
    masking.finish { later.read($0) }
    later.finish()
    return later
  }

  mutating func takeEvents() -> [TestEvent] { events.takeEvents() }

  /// What was lost on the way: a line that cannot be read may have told a test's outcome. The last line of a
  /// process that died may be cut off.
  func tellLosses(died: Bool, in ledger: inout TestLedger) {
    let lost = events.brokenLineCount
    if lost > 0 {
      let lines = lost == 1 ? "1 line" : "\(lost) lines"
      ledger.addOddEnd("\(lines) of Swift Testing's event stream could not be read")
    }
    tellCuts(in: &ledger)
    guard events.endsCutOff else { return }
    let sentence = "Swift Testing's event stream ends in the middle of a line"
    if died { ledger.note(sentence) } else { ledger.addOddEnd(sentence) }
  }

  private func tellCuts(in ledger: inout TestLedger) {
    let limits = RecordLimits()
    if events.cutRecordCount > 0 {
      let records = Figures.count(events.cutRecordCount, "record")
      let verb = events.cutRecordCount == 1 ? "was" : "were"
      ledger.note(
        "\(records) of Swift Testing's event stream \(verb) shortened: "
          + "of each text \(Figures.grouped(limits.text)) bytes are kept, of each list "
          + "\(Figures.grouped(limits.list)) members, and less once a record is longer than "
          + "\(Figures.bytes(limits.full)).")
    }
    if events.unlistedCaseCount > 0 {
      let cases = Figures.count(events.unlistedCaseCount, "case")
      ledger.note("\(cases) of parameterized tests ran and have no line of their own, as there are too many.")
    }
  }
}
