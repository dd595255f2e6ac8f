import Explaining

/// Which watch tells of which subject, kept in step with what is on disk. Belongs to one thread at a time.
final class WatchTable {
  struct Heard: Equatable {
    var subjects: Set<WatchedFiles> = []
    /// The queue overflowed: anything may have changed.
    var isEverything = false

    var isEmpty: Bool { subjects.isEmpty && !isEverything }
  }

  private let inotify: Inotify
  /// What is heard of each watch, by subject.
  private var watches: [Int32: [WatchedFiles: Set<WatchedFolder.Interest>]] = [:]
  private var subjects: [WatchedFiles: Set<Int32>] = [:]
  /// Why not all of a subject is watched.
  private(set) var shortfalls: [WatchedFiles: Shortfall] = [:]
  /// To be looked at again, because folders came or went.
  private var shaken: Set<WatchedFiles> = []
  private let mostWatches: Int

  private static let mostRounds = 5

  init(mostWatches: Int = 1 << 20) throws(Explanation) {
    inotify = try Inotify()
    self.mostWatches = mostWatches
  }

  var descriptor: Int32 { inotify.descriptor }
  var countOfWatches: Int { watches.count }

  /// From now on these and no others.
  func watch(_ wanted: Set<WatchedFiles>) {
    for subject in subjects.keys where !wanted.contains(subject) { drop(subject) }
    for subject in wanted where subjects[subject] == nil || shortfalls[subject] != nil { arm(subject) }
  }

  /// What changed since the last time; watches follow what is on disk.
  func hear() -> Heard {
    var heard = Heard()
    inotify.read { event in
      if event.isOverflow {
        heard.isEverything = true
        shaken.formUnion(subjects.keys)
        return
      }
      for (subject, interests) in watches[event.watch] ?? [:] {
        let isLoss = event.isLoss
        guard isLoss || interests.contains(where: { $0.includes(event.name, isFolder: event.isFolder) })
        else { continue }
        heard.subjects.insert(subject)
        // Links and the files that say where a repository is are no folders, and shake it as well.
        if isLoss || event.isFolder || interests.contains(where: \.isAboutNames) { shaken.insert(subject) }
      }
      if event.isEnd { forget(event.watch) }
    }
    settle()
    return heard
  }

  /// Looks again at what no event tells of: a folder above that was moved, a mount. Tells what was elsewhere.
  func recheck() -> Set<WatchedFiles> { Set(subjects.keys.filter { arm($0) }) }

  private func settle() {
    for subject in shaken where subjects[subject] != nil { arm(subject) }
    shaken = []
  }

  /// Until two looks find the same: a folder may come while those beside it are being armed.
  @discardableResult private func arm(_ subject: WatchedFiles) -> Bool {
    let before = subjects[subject]
    shortfalls[subject] = nil
    var folders = WatchedFolders(subject)
    for _ in 0..<Self.mostRounds {
      arm(subject, folders)
      let now = WatchedFolders(subject)
      if now.found == folders.found { break }
      folders = now
    }
    return before != nil && before != subjects[subject]
  }

  private func arm(_ subject: WatchedFiles, _ folders: WatchedFolders) {
    var armed: Set<Int32> = []
    let former = subjects[subject] ?? []
    for watch in former { watches[watch]?[subject] = [] }
    if folders.isCut { shortfalls[subject] = .tooManyFolders }
    for folder in folders.found {
      do {
        let watch = try add(folder.path)
        watches[watch, default: [:]][subject, default: []].insert(folder.interest)
        armed.insert(watch)
      } catch  where error.isAbsence {
        continue
      } catch {
        shortfalls[subject] = error.isLimit ? .systemLimit : .refused(folder.path, error.code)
      }
    }
    for watch in former where !armed.contains(watch) { release(watch, of: subject) }
    subjects[subject] = armed
  }

  private func add(_ folder: String) throws(Refusal) -> Int32 {
    let watch = try inotify.add(folder)
    guard watches[watch] != nil || watches.count < mostWatches else {
      inotify.remove(watch)
      throw Refusal.limit
    }
    return watch
  }

  private func drop(_ subject: WatchedFiles) {
    for watch in subjects[subject] ?? [] { release(watch, of: subject) }
    subjects[subject] = nil
    shortfalls[subject] = nil
  }

  private func release(_ watch: Int32, of subject: WatchedFiles) {
    watches[watch]?[subject] = nil
    guard watches[watch]?.isEmpty == true else { return }
    watches[watch] = nil
    inotify.remove(watch)
  }

  private func forget(_ watch: Int32) {
    for subject in (watches[watch] ?? [:]).keys { subjects[subject]?.remove(watch) }
    watches[watch] = nil
  }
}

extension WatchedFolder.Interest {
  var isAboutNames: Bool {
    switch self {
    case .names, .endings: true
    case .anything, .allBut, .itself: false
    }
  }
}

/// Why changes of something may be seen by the timer only.
enum Shortfall: Equatable {
  case systemLimit
  case tooManyFolders
  case refused(String, Int32)
}
