import CLinux
import Explaining
import Foundation
import Synchronization
import Threads

/// The thread that stands beside the kernel's queue.
// The table is touched by that thread alone; all else that changes is behind a lock.
final class FileEventsThread<Key: Hashable & Sendable>: @unchecked Sendable {
  enum Wish: Sendable {
    /// What is called on this thread with those that are not watched as a whole.
    case watch([Key: WatchedFiles], @Sendable (Set<Key>) -> Void)
    case recheck
  }

  private struct Inbox {
    var wishes: [Wish] = []
    var isEnded = false
  }

  let told = Mailbox<LookNow<Key>, LookNow<Key>>(LookNow()) { look in
    guard !look.isEmpty else { return nil }
    defer { look = LookNow() }
    return look
  }
  private let inbox = Mutex(Inbox())
  private let wake: Int32
  private let table: WatchTable
  private var keys: [WatchedFiles: Set<Key>] = [:]
  private var toldShortfall = false

  /// A push moves several refs: they become one word.
  private static var quietMilliseconds: Int32 { 10 }
  private static var mostMilliseconds: Int32 { 50 }

  init(table: WatchTable) throws(Explanation) {
    self.table = table
    wake = bothy_eventfd()
    guard wake >= 0 else { throw Explanation.noQueue(errno) }
  }

  deinit { close(wake) }

  func start() {
    let thread = Thread { self.run() }
    thread.name = "bothy-files"
    thread.start()
  }

  func post(_ wish: Wish) {
    let isLate = inbox.withLock { inbox in
      if !inbox.isEnded { inbox.wishes.append(wish) }
      return inbox.isEnded
    }
    if isLate, case .watch(_, let done) = wish { done([]) }
    bothy_eventfd_raise(wake)
  }

  func end() {
    inbox.withLock { $0.isEnded = true }
    bothy_eventfd_raise(wake)
  }

  // MARK: On its thread

  private func run() {
    while true {
      wait(milliseconds: -1)
      lower()
      let (wishes, isEnded) = inbox.withLock { inbox in
        defer { inbox.wishes = [] }
        return (inbox.wishes, inbox.isEnded)
      }
      for wish in wishes { grant(wish) }
      if isEnded { return }
      listen()
    }
  }

  private func listen() {
    var heard = table.hear()
    guard !heard.isEmpty else { return }
    var waited: Int32 = 0
    while waited < Self.mostMilliseconds, isMore(within: Self.quietMilliseconds) {
      let more = table.hear()
      heard.subjects.formUnion(more.subjects)
      heard.isEverything = heard.isEverything || more.isEverything
      waited += Self.quietMilliseconds
    }
    tell(heard.subjects, isEverything: heard.isEverything)
  }

  private func grant(_ wish: Wish) {
    switch wish {
    case .watch(let wanted, let done):
      keys = Dictionary(grouping: wanted.keys) { wanted[$0] }.reduce(into: [:]) { keys, group in
        if let subject = group.key { keys[subject] = Set(group.value) }
      }
      table.watch(Set(wanted.values))
      toldShortfall = false
      tell([], isEverything: false)
      done(table.shortfalls.keys.reduce(into: []) { $0.formUnion(keys[$1] ?? []) })
    case .recheck: tell(table.recheck(), isEverything: false)
    }
  }

  private func tell(_ subjects: Set<WatchedFiles>, isEverything: Bool) {
    var look = LookNow<Key>(isEverything: isEverything)
    for subject in subjects { look.keys.formUnion(keys[subject] ?? []) }
    if !toldShortfall, let notice = ShortfallText.text(table.shortfalls, of: keys.count) {
      look.notices = [notice]
      toldShortfall = true
    }
    told.add { $0.add(look) }
  }

  private func wait(milliseconds: Int32) {
    var ready = [
      pollfd(fd: table.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&ready, 2, milliseconds)
  }

  private func isMore(within milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: table.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }

  private func lower() {
    var count: UInt64 = 0
    _ = read(wake, &count, MemoryLayout<UInt64>.size)
  }
}

/// One sentence about everything that is not watched.
enum ShortfallText {
  static func text(_ shortfalls: [WatchedFiles: Shortfall], of count: Int) -> String? {
    guard !shortfalls.isEmpty else { return nil }
    let start =
      shortfalls.count == 1
      ? "Changes of \(place(shortfalls.keys.first)) may be seen by the timer only"
      : "Changes of \(shortfalls.count) of \(count) places may be seen by the timer only"
    if shortfalls.values.contains(.systemLimit) {
      return start + ": this user has as many watches as fs.inotify.max_user_watches allows; "
        + "`sudo sysctl fs.inotify.max_user_watches=524288` raises it"
    }
    let refusals = shortfalls.values.compactMap { shortfall -> String? in
      if case .refused(let folder, let code) = shortfall { "\(folder): \(words(for: code))" } else { nil }
    }
    return start + ": " + (refusals.min() ?? "there are too many folders in it")
  }

  private static func place(_ subject: WatchedFiles?) -> String {
    switch subject {
    case .branches(let path)?, .files(let path, _)?, .tree(let path, _)?: path
    case nil: "something"
    }
  }
}
