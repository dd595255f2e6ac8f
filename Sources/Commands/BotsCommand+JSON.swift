import Control
import Foundation
import Model
import Store

extension BotsCommand {
  /// What a program reads of a bot.
  struct JSONRow: Encodable {
    var bot: String
    @Nullable var name: String?
    @Nullable var path: String?
    @Nullable var file: String?
    @Nullable var repository: String?
    var problems: [String]
    @Nullable var integration: Int?
    @Nullable var result: String?
    @Nullable var reason: String?
    var running: Bool
    @Nullable var branch: String?
    @Nullable var commit: String?
    @Nullable var subject: String?
    @Nullable var started: Date?
    @Nullable var ended: Date?
    @Nullable var seconds: Double?
    @Nullable var next: String?
    @Nullable var due: Date?
    var paused: Bool
    @Nullable var waiting: String?
    /// The process of the watcher; null when none runs.
    @Nullable var watcher: Int32?
    @Nullable var phase: String?
    @Nullable var done: Int?
    @Nullable var total: Int?
    @Nullable var expectedEnd: Date?
    var queue: [QueuePlace]
    var troubles: [String]
    @Nullable var diskBytes: Int?

    struct QueuePlace: Encodable {
      @Nullable var branch: String?
      var commit: String
      @Nullable var waitsFor: String?
    }

    init(_ row: Row) {
      bot = row.id.rawValue
      name = row.entry?.bot?.name
      path = row.path
      file = row.entry?.file
      repository = row.entry?.bot?.repository
      problems = row.problems.map(\.description)
      integration = row.latest?.number.value
      result = row.latest?.result?.rawValue
      reason = row.latest?.reason
      running = row.isRunning
      branch = row.latest?.branch?.rawValue
      commit = row.latest?.commit?.rawValue
      subject = row.latest?.subject
      started = row.latest?.started
      ended = row.latest?.ended
      seconds = row.latest?.seconds
      next = row.next.isEmpty ? nil : row.next
      due = row.pause == nil ? row.due : nil
      paused = row.pause != nil
      waiting = row.waiting?.reason
      watcher = row.watcher
      phase = row.doing?.phase?.rawValue
      done = row.doing?.done
      total = row.doing?.total
      expectedEnd = row.doing?.expectedEndDate
      queue = row.places.map {
        QueuePlace(branch: $0.branch?.rawValue, commit: $0.commit.rawValue, waitsFor: $0.waitsFor)
      }
      troubles = row.troubles
      diskBytes = row.bytes
    }
  }
}
