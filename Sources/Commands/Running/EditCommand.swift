import Explaining
import FileEvents
import Files
import Foundation
import Git
import Integrator
import Keys
import Model
import Processes
import Publishing
import State
import Store
import Synchronization
import Terminal

/// `bothy run --watch`: a round behind each save. What it comes to is in no history.
struct EditCommand {
  let options: RunOptions
  let state: StateFolder
  let environment: [String: String]
  var templates: String?

  private static let watchSeconds = 20.0

  func perform() throws -> Int32 {
    let events = EditEvents()
    onEach(Signals.ends) { events.post(.interrupted) }
    adoptOrphans()
    var options = options
    options.path = try RunTarget.absolute(options.path)
    let target = try RunTarget(options)
    if !options.quiet { Output.error.write(ErrorText.lines(target.warnings)) }
    try state.open()
    let store = try SQLiteStore(folder: state.path)
    let bot = try store.localBot(path: target.packagePath, folderName: target.folderName)
    let edits = state.edits(bot)
    try makeFolder(edits.path)
    let lock = try take(edits, target.packagePath)
    defer { withExtendedLifetime(lock) {} }

    let output = TerminalCapabilities.of(descriptor: Output.standard.descriptor, environment: environment)
    let isScreen = output.moves && !options.quiet
    let keyboard = isScreen ? Keyboard { events.post(.key($0)) } : nil
    let face = self.face(of: target.packagePath, isScreen ? output : nil, hasKeys: keyboard != nil)
    let loop = EditLoop(
      options, bot, state: state, environment: environment, templates: templates, face: face, events: events,
      look: { [state] in try Self.mark(of: options, in: state, edits) })
    let watching = watch(target.root, events, loop)
    defer { watching?.cancel() }
    loop.keyboard = keyboard
    if isScreen {
      onEach([Signals.stop]) { events.post(.stopped) }
      onEach([Signals.resize]) { events.post(.resized) }
    }
    face.enter()
    let wasInterrupted = loop.perform()
    keyboard?.release()
    face.leave(forGood: true)
    tidy(edits, bot)
    guard !wasInterrupted, let verdict = loop.verdict else { return IntegrationResult.canceled.exitStatus }
    return verdict.exitStatus
  }

  private func take(_ edits: StateFolder, _ package: String) throws -> FileLock {
    if let lock = try FileLock(taking: edits.path + "/lock") { return lock }
    let holder = FileLock.holder(of: edits.path + "/lock").map { "process \($0)" } ?? "another process"
    throw Explanation(
      doing: "watching \(package)", wrong: "\(holder) does so already", advice: "go on there, or end it",
      status: 2)
  }

  private func face(
    of package: String, _ screen: TerminalCapabilities?, hasKeys: Bool
  ) -> any EditFace {
    let prefix = RunCommand.packagePrefix(at: package)
    guard let screen else {
      return EditPlainFace(package, isQuiet: options.quiet, prefix: prefix, environment: environment)
    }
    return EditScreenFace(package, prefix: prefix, capabilities: screen, hasKeys: hasKeys)
  }

  /// As an integration would take it: the source, and what is there of it, may have changed.
  private static func mark(
    of options: RunOptions, in state: StateFolder, _ edits: StateFolder
  ) throws -> TreeMark {
    let target = try RunTarget(options)
    switch target.source {
    case .workingTree, .commit: return try TreeMark(workingTree: target.root, leavingOut: [state.path])
    case .folder:
      return try TreeMark(folder: target.root, leavingOut: [state.path], scratch: edits.path + "/look.git")
    }
  }

  /// Where the kernel tells of nothing, or not of all, the loop looks every second.
  private func watch(_ root: String, _ events: EditEvents, _ loop: EditLoop) -> Task<Void, Never>? {
    let watcher: FileWatcher<Int>
    do { watcher = try FileWatcher() } catch {
      loop.looksOften = true
      events.post(.notice(Explanation(error).sentence))
      return nil
    }
    let leftOut: Set<String> = [".build", ".git", (state.path as NSString).lastPathComponent]
    let isWhole = DispatchSemaphore(value: 0)
    let refused = Mutex(true)
    let task = Task {
      let found = await watcher.watch([0: .tree(root, leavingOut: leftOut)], within: Self.watchSeconds)
      refused.withLock { $0 = found != [] }
      isWhole.signal()
      while let look = await watcher.next() {
        for notice in look.notices { events.post(.notice(notice)) }
        if look.isEverything || !look.keys.isEmpty { events.post(.look) }
      }
    }
    isWhole.wait()
    loop.looksOften = refused.withLock(\.self)
    return task
  }

  /// The newest report stays; what is needed while it runs goes.
  private func tidy(_ edits: StateFolder, _ bot: BotID) {
    for path in [EditRound.folder(in: edits).path, edits.path + "/look.git", state.mapWish(bot)] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

/// The pages of the newest round, for who wants to see them.
struct EditPages {
  let state: StateFolder
  let bot: BotID
  let templates: String?

  /// Where they begin.
  func make(of number: IntegrationNumber) throws -> String {
    let edits = state.edits(bot)
    let place = edits.path + "/report"
    let page = place + "/index.html"
    let folder = edits.integration(bot, number)
    if let made = contents(of: place + "/report.json"), made == contents(of: folder.report),
      FileFacts(page) != nil
    {
      return page
    }
    var (report, order) = try folder.read(bot, number, doing: "making the pages of \(bot)")
    // The checkout may hold something else by now.
    let sources = KeptSources(of: report, order: order, in: folder)
    order.earlierFolder = nil
    report.notes.append("This is a round of `bothy run --watch`: no history has it.")
    try? FileManager.default.removeItem(atPath: place)
    var publishing = PagePublishing(state: edits, templates: templates)
    publishing.sources = { sources.bytes(of: $0) }
    _ = try publishing.publish(report, order, from: folder, output: place)
    try? FileManager.default.removeItem(atPath: edits.site)
    try ReportCopy(from: folder, to: place).make()
    return page
  }
}
