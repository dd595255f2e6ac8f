import Model

/// When a round of `bothy run --watch` begins, and when one is ended for the next: no save is lost, and none
/// is answered twice. Pure.
struct EditRounds<Mark: Equatable> {
  enum Work: Equatable {
    case all
    /// What failed when it ran last.
    case failed
    /// Which test executes what, while nothing else is to be done.
    case map
  }

  enum Act: Equatable {
    case wait
    case begin(Work)
    /// What runs is of no use any more; the next begins when it has ended.
    case cancel
    /// So it is, but the next builds what it lacks upon what this one builds, which is let come to its end.
    case letBuild
  }

  private(set) var running: Work?
  /// What the newest round was begun with, or is to begin with.
  private var mark: Mark?
  private var next: Work?
  private var isCanceled = false
  /// Until its build has come to its end.
  private var isLetBuild = false
  /// The round before was ended while it built.
  private var wasCutOff = false

  /// What a build has made by then is more than what letting it end costs.
  private static var longSeconds: Double { 5 }

  var isWaiting: Bool { running == nil }
  /// Something else is to begin, so that what comes of the running one is of no use.
  var isSuperseded: Bool { isCanceled }

  /// The working tree as it is now. `building`: since when the running round began, where
  /// it has not built yet.
  mutating func saw(_ mark: Mark, building seconds: Double? = nil) -> Act {
    guard mark != self.mark else { return .wait }
    self.mark = mark
    return ask(.all, building: seconds)
  }

  /// The build of the running round has come to its end; one that was ended for a save has not.
  mutating func built(_ status: Phase.Status) -> Act {
    guard status != .canceled else { return .wait }
    wasCutOff = false
    guard isLetBuild else { return .wait }
    isLetBuild = false
    return .cancel
  }

  /// There is nothing to look at; when it is there again all is new.
  mutating func lost() -> Act {
    (mark, next) = (nil, nil)
    return cancel()
  }

  /// Somebody pressed a key.
  mutating func asked(_ work: Work) -> Act { ask(work) }

  /// What ran has ended. `leaves`: what may be done until the next save.
  mutating func ended(leaves idle: Work?) -> Act {
    let idle = isCanceled ? nil : idle
    (running, isCanceled, isLetBuild) = (nil, false, false)
    guard let work = next ?? idle else { return .wait }
    next = nil
    running = work
    return .begin(work)
  }

  private mutating func ask(_ work: Work, building seconds: Double? = nil) -> Act {
    guard running == nil else {
      // A save that waits already is answered by all.
      if next != .all { next = work }
      return cancel(building: seconds)
    }
    running = work
    return .begin(work)
  }

  private mutating func cancel(building seconds: Double? = nil) -> Act {
    guard running != nil, !isCanceled else { return .wait }
    isCanceled = true
    guard let seconds else { return .cancel }
    isLetBuild = wasCutOff || seconds >= Self.longSeconds
    wasCutOff = !isLetBuild
    return isLetBuild ? .letBuild : .cancel
  }
}
