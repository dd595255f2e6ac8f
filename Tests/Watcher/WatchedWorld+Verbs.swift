import Explaining
import Foundation
import Model

@testable import Watcher

extension WatchedWorld {
  /// One thing happens, and the watcher has its rounds.
  func step() throws {
    clock.advance(.random(in: 0...40, using: &random))
    let bot = anyBot
    if let repository = repositories[bot] { try happen(bot, repository) }
    do {
      if !chance(5) { try pump() } else { return }
    } catch is Crash {
      story.append("  … killed")
      check(afterRound: false)
      try restartSafely()
      return
    } catch is Full {
      return
    }
    check(afterRound: true)
  }

  func restartSafely() throws {
    do {
      try restart()
    } catch is Full {
      memory.isFull = false
      try restart()
    }
  }

  private func happen(_ bot: BotID, _ repository: FakeRepository) throws {
    switch Int.random(in: 0..<30, using: &random) {
    case 0...5: push(1, bot, repository)
    case 6, 7: push(.random(in: 2...7, using: &random), bot, repository)
    case 8, 9: forcePush(bot, repository)
    case 10: deleteBranch(bot, repository)
    case 11: createBranch(bot, repository)
    case 12: merge(bot, repository)
    case 13: tell("\(bot): a tag moves")  // No ref that is watched, so nothing may follow.
    case 14: vanish(bot, repository)
    case 15, 16: crash()
    case 17: disk()
    case 18: odd()
    case 19, 20: try commanded { try pauseOrResume(bot) }
    case 21: try commanded { try manual(bot, repository) }
    case 22: try commanded { try cancel(bot) }
    case 23: upgrade()
    case 24, 25: try commanded { try edit(bot) }
    case 26: jump()
    case 27: try stop()
    case 28: byHand(bot)
    default: tell("time goes by")
    }
    rounds.lookNow(bot)
  }

  func tell(_ words: String) { story.append(words) }

  private func commanded(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch is Crash {
      try restartSafely()
    } catch is Full {
    } catch is Explanation {}
  }

  private func push(_ count: Int, _ bot: BotID, _ repository: FakeRepository) {
    guard let branch = pick(repository.branches.keys.sorted()), !repository.isFull else { return }
    var tip = repository.branches[branch] ?? 0
    for _ in 0..<count where !repository.isFull {
      let paths = chance(3) ? ["README.md"] : ["Sources/X.swift"]
      tip = repository.commit(on: [tip], paths: paths)
    }
    repository.branches[branch] = tip
    tell("\(bot): \(count) commits on \(branch), now \(repository.nodes[tip].id.short)")
  }

  private func forcePush(_ bot: BotID, _ repository: FakeRepository) {
    guard let branch = pick(repository.branches.keys.sorted()) else { return }
    let to = Int.random(in: 0..<repository.nodes.count, using: &random)
    guard repository.index(repository.nodes[to].id) != nil else { return }
    repository.branches[branch] =
      chance(2) || repository.isFull ? to : repository.commit(on: [to], paths: ["Sources/F.swift"])
    repository.isCollected = chance(4)
    let tip = repository.nodes[repository.branches[branch] ?? 0].id
    tell("\(bot): \(branch) is forced to \(tip.short)\(repository.isCollected ? ", gc" : "")")
  }

  private func deleteBranch(_ bot: BotID, _ repository: FakeRepository) {
    guard let branch = pick(repository.branches.keys.sorted()) else { return }
    repository.branches[branch] = nil
    tell("\(bot): \(branch) is deleted")
  }

  private func createBranch(_ bot: BotID, _ repository: FakeRepository) {
    let name = BranchName(["main", "topic1", "topic2", "other"].randomElement(using: &random)!)
    guard repository.branches[name] == nil else { return }
    let at = Int.random(in: 0..<repository.nodes.count, using: &random)
    repository.isCollected = false
    repository.branches[name] = at
    tell("\(bot): \(name) is made at \(repository.nodes[at].id.short)")
  }

  private func merge(_ bot: BotID, _ repository: FakeRepository) {
    guard let into = pick(repository.branches.keys.sorted()),
      let from = pick(repository.branches.keys.sorted()),
      into != from, !repository.isFull, let a = repository.branches[into], let b = repository.branches[from]
    else { return }
    repository.branches[into] = repository.commit(on: [a, b], paths: ["Sources/M.swift"])
    tell("\(bot): \(from) is merged into \(into)")
  }

  private func vanish(_ bot: BotID, _ repository: FakeRepository) {
    repository.isThere.toggle()
    tell("\(bot): the repository \(repository.isThere ? "is back" : "vanishes")")
  }

  /// Beside what runs somebody waits, as the watcher does beside him.
  private func byHand(_ bot: BotID) {
    guard launcher.byHand.remove(bot) == nil else { return tell("\(bot): what was done by hand has ended") }
    launcher.beginByHand(bot)
    tell("\(bot): somebody works with it by hand")
  }

  private func crash() {
    if chance(4) {
      launcher.crash = Int.random(in: 0...1, using: &random)
      tell("killed \(launcher.crash == 0 ? "before" : "after") the next start")
    } else {
      let acts = Int.random(in: 0..<14, using: &random)
      memory.crashIn = acts
      tell("killed \(acts.isMultiple(of: 2) ? "before" : "after") act \(acts / 2)")
    }
  }

  private func disk() {
    if chance(2) {
      machine.free = machine.free < 1 << 30 ? 50 << 30 : 1 << 20
    } else {
      memory.isFull.toggle()
    }
    tell("free: \(machine.free), the store is \(memory.isFull ? "full" : "not full")")
  }

  private func odd() {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: launcher.nextIsSlow = true
    case 1: launcher.nextCrashes = true
    case 2: launcher.nextHangs = true
    default: launcher.refuses.toggle()
    }
    tell("the next integration is slow, crashes, hangs, or cannot be started")
  }

  private func pauseOrResume(_ bot: BotID) throws {
    let isPaused = isAllPaused || rounds.roster.contains { $0.pause != nil }
    tell(isPaused ? "all go on" : "\(bot) or all pause")
    if isPaused {
      try rounds.resume(nil)
      isAllPaused = false
      for one in rounds.roster { try rounds.resume(one.bot) }
    } else if chance(2) {
      try rounds.pause(nil, reason: "a holiday")
      isAllPaused = true
    } else {
      try rounds.pause(bot, reason: nil)
    }
  }

  private func manual(_ bot: BotID, _ repository: FakeRepository) throws {
    var revision: String?
    if chance(2) { revision = chance(2) ? "main" : pick(repository.nodes)?.id.rawValue }
    tell("\(bot): integrate \(revision ?? "the tips") by hand")
    let question = try rounds.manualQuestion(bot, revision: revision, reason: "by hand")
    asked.insert(bot)
    let sighting = Sighting(question: question, outcome: repository.look(question))
    do {
      _ = try rounds.takeManual(sighting)
    } catch is Explanation {
      tell("\(bot): refused")
    }
    if revision == nil { note(sighting) }
  }

  private func cancel(_ bot: BotID) throws {
    tell("\(bot): cancel")
    _ = try rounds.cancel(bot, nil, reason: "It was canceled by hand")
  }

  private func upgrade() {
    machine.swift = machine.swift == "Swift 6.3.1" ? "Swift 6.3.2" : "Swift 6.3.1"
    tell("swift is now \(machine.swift ?? "")")
  }

  private func edit(_ bot: BotID) throws {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: files[bot] = .bad(["\(bot).yaml:1:1: wrong"])
    case 1: files[bot] = nil
    default: files[bot] = .good(settings(of: bot))
    }
    tell("\(bot): its file is now \(files[bot].map { "\($0)".prefix(200) } ?? "gone")")
    try rounds.reload(files)
  }

  private func jump() {
    let seconds = Double.random(in: -100_000...100_000, using: &random)
    clock.now += seconds
    tell("the clock jumps by \(Int(seconds)) s")
  }

  /// SIGTERM: a grace time, then a new watcher.
  private func stop() throws {
    tell("ended in good order")
    rounds.beginEnding()
    do {
      try rounds.cancelForEnding()
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        clock.advance(2)
        try pump()
      }
    } catch is Crash {
    } catch is Full {}
    try restartSafely()
  }

  private func areSearchesDone() throws -> Bool {
    try rounds.roster.allSatisfy { bot in
      guard bot.settings?.culprit == .idle else { return true }
      return try searcher.found(bot.bot)?.isAnswered ?? true
    }
  }

  /// All that stands in the way goes, and there is time: what then is not done never would be.
  func settleDown() throws {
    tell("all is well from now on")
    isQuiet = true
    memory.crashIn = nil
    memory.isFull = false
    launcher.crash = nil
    launcher.refuses = false
    launcher.byHand = []
    launcher.nextHangs = false
    machine.free = 50 << 30
    for (bot, repository) in repositories.sorted(by: { $0.key < $1.key }) {
      repository.isThere = true
      if repository.branches["main"] == nil { repository.branches["main"] = 0 }
      var settings = if case .good(let good)? = files[bot] { good } else { settings(of: bot) }
      // Else there is always something to do.
      settings.schedule.onlyIfChanged = true
      files[bot] = .good(settings)
    }
    try rounds.reload(files)
    try rounds.resume(nil)
    for one in rounds.roster { try rounds.resume(one.bot) }
    for time in 0..<300 {
      clock.advance(1200)
      rounds.lookNow(nil)
      try pump()
      let open = try store.openIntegrations()
      // Four hours, so that each schedule had its moment.
      let hasSchedule = rounds.roster.contains { $0.nextTick != nil }
      if try time >= (hasSchedule ? 12 : 2) && open.isEmpty && store.pendingIntegrations().isEmpty
        && areSearchesDone()
      {
        break
      }
    }
    check(afterRound: true)
    try checkNothingIsLeft()
  }
}
