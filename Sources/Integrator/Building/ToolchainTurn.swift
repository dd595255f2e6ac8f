import Explaining
import Files
import Foundation
import Model
import Processes
import State
import Words

/// Has what the toolchain of an order built stand where it is used, without loss to that of others.
struct ToolchainTurn {
  let workbench: Workbench
  let places: ToolchainPlaces

  init(_ workbench: Workbench) {
    self.workbench = workbench
    places = ToolchainPlaces(beside: workbench.order.buildFolder)
  }

  private var order: Order { workbench.order }
  private var folders: [String] { [order.buildFolder, order.archiveBuildFolder] }

  // MARK: Before anything is looked at

  enum Change: Equatable {
    /// What stands there is gone on with.
    case goOn
    /// What stands there makes room, for what this toolchain built before or for nothing.
    case makeRoom(putsAside: Bool, brings: Bool)
  }

  /// `made` is by what; nil where nobody wrote it down, and it is looked into once the toolchain is known.
  static func change(
    made: String?, hasProducts: Bool, present: String, isKept: Bool, hasOwn: Bool
  ) -> Change {
    if made == present || made == nil && hasProducts { return .goOn }
    if made == nil { return hasOwn ? .makeRoom(putsAside: false, brings: true) : .goOn }
    return .makeRoom(putsAside: isKept && hasProducts, brings: isKept && hasOwn)
  }

  /// Whether what this toolchain had built was thrown away for its age.
  func take() throws -> Bool {
    // What was built last is looked at as it is.
    guard order.mapping == nil, let present = workbench.toolchainKey else { return false }
    places.mend()
    do {
      var wasOld = false
      for folder in folders where try take(folder, present) { wasOld = true }
      return wasOld
    } catch {
      workbench.note(
        "All was built anew, because what another toolchain built could not be put aside: "
          + Explanation(error).wrong.ended)
      for folder in folders { try BuildFolder(path: folder).throwAway() }
      return true
    }
  }

  private func take(_ path: String, _ present: String) throws -> Bool {
    let folder = BuildFolder(path: path)
    let maker = ToolchainPlaces.maker(of: path)
    let change = Self.change(
      made: maker?.key, hasProducts: folder.hasProducts, present: present,
      isKept: BranchTurn(workbench).isKept, hasOwn: places.isAside(path, by: present))
    guard case .makeRoom(let putsAside, let brings) = change else { return false }
    if putsAside {
      say("Putting aside what \(maker?.version ?? "another toolchain") built")
      try places.putAside(path)
    } else {
      if folder.hasProducts { say("Throwing away what \(maker?.version ?? "another toolchain") built") }
      try folder.throwAway()
    }
    defer { if putsAside { BranchTurn(workbench).keepRoom(besides: 0) } }
    guard brings else { return false }
    let own = places.aside(path, by: present)
    let isOld = CleaningMark(buildFolder: own).isDue(
      order.settings.cleaning, now: workbench.surroundings.now())
    let version = ToolchainPlaces.maker(of: own)?.version ?? "this toolchain"
    say(
      (isOld
        ? "Throwing away what \(version) built before: it is too old" : "Taking what \(version) built before")
    )
    if isOld {
      places.remove((own as NSString).lastPathComponent)
    } else {
      try places.bring(path, by: present)
    }
    return isOld
  }

  private func say(_ line: String) { workbench.log.write(line: line) }

  // MARK: Once it is known

  /// Has all built anew that another toolchain may have built: a script may have exchanged it, and one
  /// program may lead to several.
  func settle(_ toolchain: Toolchain) throws {
    guard order.mapping == nil else { return }
    for path in folders where FileFacts(path) != nil { try settle(toolchain, path) }
  }

  func settle(_ toolchain: Toolchain, _ path: String) throws {
    let present = ToolchainPlaces.Maker(
      key: ToolchainFinder.key(of: toolchain.swift), version: toolchain.version)
    let maker = ToolchainPlaces.maker(of: path)
    guard maker != present else { return }
    let folder = BuildFolder(path: path)
    if folder.hasProducts {
      let who = maker.map { $0.version == present.version ? "another \($0.version)" : $0.version }
      let words = "What was built before was built by \(who ?? "an unknown toolchain"): all was built anew."
      // What is archived is built by itself, and seldom looked for.
      if path == order.buildFolder { workbench.note(words) } else { say(words) }
      try folder.throwAwayProducts()
    }
    try ToolchainPlaces.keep(present, of: path)
  }
}

extension Workbench {
  /// What tells the toolchain that is there now from any other; nil where there is none.
  var toolchainKey: String? { (try? swift()).map(ToolchainFinder.key) }

  /// The package's, or any where that is not there.
  var folderOfQuestions: String { FileFacts(packageFolder) == nil ? "/" : packageFolder }

  /// That of a toolchain, also where what stands on the PATH only chooses one for this package.
  func swift() throws -> String {
    let found = try ToolchainPlace.swift(of: settings, environment: environment())
    guard ToolchainChooser.isOne(found) else { return found }
    // Its path leads there as it is, whatever it holds.
    let (end, said) = try ask(
      found, ToolchainChooser.question, in: folderOfQuestions, seconds: 60, isMasked: false)
    if end.ending == .exited(0), let chosen = ToolchainChooser.chosen(said.output) { return chosen }
    let words = log.masking.masked(String(decoding: said.errors + said.output, as: UTF8.self))
    throw Explanation(
      doing: "asking \(found) for the toolchain of \(folderOfQuestions)",
      wrong: "swiftly leads to none: \(Shown.line(words, most: 300))",
      advice: "install the one that `.swift-version` names with `swiftly install`, choose one with "
        + "`swiftly use`, or name a folder as `toolchain` in the bot file")
  }
}
