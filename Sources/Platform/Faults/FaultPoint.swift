import Foundation

/// A place beside an act that reaches the disk. `BOTHY_FAULT=NAME@FILE` has the first process that comes by
/// kill itself there and leave FILE, by which the next one knows; nothing else ever does anything.
public enum FaultPoint: String, CaseIterable, Sendable {
  // The store, each time before its transaction, within it and after it.
  case watchBefore = "store.watch.before"
  case watchAfter = "store.watch.after"
  case sightBefore = "store.sight.before"
  case sightHalf = "store.sight.half"
  case sightAfter = "store.sight.after"
  case beginBefore = "store.begin.before"
  case beginHalf = "store.begin.half"
  case beginAfter = "store.begin.after"
  case startedBefore = "store.started.before"
  case startedAfter = "store.started.after"
  case finishBefore = "store.finish.before"
  case finishHalf = "store.finish.half"
  case finishAfter = "store.finish.after"
  case settleBefore = "store.settle.before"
  case settleHalf = "store.settle.half"
  case settleAfter = "store.settle.after"

  // Who orders an integration.
  case stateMade = "state.made"
  case folderMade = "order.folder"
  case orderWritten = "order.written"
  case processStarted = "order.started"
  case processEnded = "order.ended"

  // Who performs it.
  case performBegun = "perform.begun"
  case performAlone = "perform.alone"
  case scratchMade = "perform.scratch"
  case branchCopied = "branch.copied"
  case branchParking = "branch.parking"
  case branchAway = "branch.away"
  case branchParked = "branch.parked"
  case branchBringing = "branch.bringing"
  case branchHalf = "branch.half"
  case branchBrought = "branch.brought"
  case branchGoing = "branch.going"
  case checkoutBegun = "perform.checkout"
  case cloneCopied = "clone.copied"
  case cloneMovedAway = "clone.away"
  case cloneInPlace = "clone.placed"
  case fetchWritten = "fetch.written"
  case fetchNamed = "fetch.named"
  case filesLaid = "checkout.files"
  case checkoutEnded = "checkout.ended"
  case buildGoing = "build.going"
  case buildFolderMade = "build.folder"
  case toolchainKept = "toolchain.kept"
  case packageKept = "package.kept"
  case resolveEnded = "resolve.ended"
  case buildEnded = "build.ended"
  case testEnded = "test.ended"
  case sourcesKept = "report.sources"
  case exportsWritten = "report.exports"
  case scriptsRun = "report.scripts"
  case reportPublished = "report.published"
  case scratchRemoved = "perform.tidied"

  // What follows.
  case pagesBegun = "pages.begun"
  case pagesLaid = "pages.beside"
  case pagesPublished = "pages.published"
  case forgotten = "history.forgotten"
  case historyBegun = "history.begun"
  case botPagesLaid = "history.bot"
  case historyLaid = "history.laid"
  case swept = "history.swept"
  case messageBegun = "message.begun"
  case messageSent = "message.sent"
  case messageKept = "message.kept"

  // The packs of a mirror become one.
  case packsJoined = "packs.joined"
  case packLeaving = "packs.leaving"

  // What is asked for over HTTP, and of the watcher.
  case actBegun = "act.begun"
  case actDone = "act.done"
  case askBegun = "act.asked"
  case askDone = "act.queued"

  // A bot is removed.
  case removalMarked = "removal.marked"
  case removalSettled = "removal.settled"
  case removalBackedUp = "removal.backed-up"
  case removalKept = "removal.kept"
  case removalForgotten = "removal.forgotten"
  case removalSwept = "removal.swept"
  case removalShown = "removal.shown"

  @inline(__always) public static func reach(_ point: FaultPoint) {
    guard let armed, armed.point == point else { return }
    armed.strike()
  }

  private struct Armed {
    var point: FaultPoint
    var file: String

    /// Whoever makes the file is the one.
    func strike() {
      let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return }
      close(descriptor)
      kill(getpid(), SIGKILL)
      while true { sleep(1) }
    }
  }

  // One for the process, as its environment is.
  private static let armed: Armed? = {
    guard let words = getenv("BOTHY_FAULT") else { return nil }
    let parts = String(cString: words).split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2, let point = FaultPoint(rawValue: parts[0]) else { return nil }
    return Armed(point: point, file: parts[1])
  }()
}
