import Explaining
import Files
import Foundation
import Git
import Model
import State
import Words

/// Has what is built for the branch of an order stand where it is used, without loss to that of others.
struct BranchTurn {
  let workbench: Workbench
  let places: BranchPlaces

  init(_ workbench: Workbench) {
    self.workbench = workbench
    places = BranchPlaces(beside: workbench.order.checkoutFolder)
  }

  private var order: Order { workbench.order }
  private var branch: BranchName? { order.branch }
  private var limit: Int { BranchKeeping.bytes(gigabytes: order.settings.keep.buildGigabytes) }

  /// Whether what stands there makes room for something else without being lost.
  var isKept: Bool { limit > 0 && order.settings.cleaning != .always }
  private var toolchains: ToolchainPlaces { ToolchainPlaces(beside: order.buildFolder) }

  func take() throws {
    // What is thrown away each time needs no folder of its own.
    guard isKept else {
      for one in places.all() { places.remove(one.key) }
      for one in toolchains.all(for: branch) { toolchains.remove(one.key) }
      return try places.adopt(branch)
    }
    let gone = removeGone()
    guard let mark = places.mark, mark.branch != branch else {
      try places.adopt(branch)
      return keepRoom(besides: 0)
    }
    let isLeft = gone.contains(mark.branch)
    if !places.isParked(branch) {
      guard !isLeft, try getsFolder() else {
        say("Going on with what was built for \(Self.name(mark.branch))")
        try places.adopt(branch)
        return keepRoom(besides: 0)
      }
    }
    let bytes = places.all().first { $0.key == BranchPlaces.key(of: branch) }?.bytes ?? 0
    say("Taking what was built for \(Self.name(branch)), putting aside that for \(Self.name(mark.branch))")
    try places.stand(on: branch)
    if isLeft { places.remove(BranchPlaces.key(of: mark.branch)) }
    keepRoom(besides: bytes)
  }

  private func say(_ line: String) { workbench.log.write(line: line) }

  static func name(_ branch: BranchName?) -> String { branch?.rawValue ?? "no branch" }

  // MARK: What goes

  /// Branches that the repository has no more, also the one that stands there.
  private func removeGone() -> Set<BranchName?> {
    let parked = places.all()
    let others = (parked.map(\.branch) + [places.mark?.branch]).compactMap { $0 }.filter { $0 != branch }
    guard order.source != .folder, !others.isEmpty,
      let place = try? Repository.find(from: order.repository), let repository = try? Repository(at: place)
    else { return [] }
    var gone: Set<BranchName?> = []
    for other in others {
      // What cannot be read is not gone.
      do { if try repository.tip(of: other.rawValue) == nil { gone.insert(other) } } catch { continue }
    }
    for one in parked where one.branch != nil && gone.contains(one.branch) {
      say("Removing what was built for \(Self.name(one.branch)), a branch that is gone")
      places.remove(one.key)
    }
    return gone
  }

  private var room: BranchKeeping.Room? {
    FreeSpace(at: places.folder).map { BranchKeeping.Room(free: $0.bytes, whole: $0.whole) }
  }

  /// Of branches, and of what other toolchains built for the one that stands there.
  func keepRoom(besides bytes: Int, limit: Int? = nil) {
    let (branches, others) = (places.all(), toolchains.all(for: places.mark?.branch ?? branch))
    let gone = BranchKeeping.removable(
      branches + others, besides: bytes, limit: limit ?? self.limit, room: room)
    for one in gone {
      guard others.contains(one) else {
        say("Removing what was built for \(Self.name(one.branch)), which was used least recently")
        places.remove(one.key)
        continue
      }
      let version = ToolchainPlaces.maker(of: toolchains.path + "/" + one.key)?.version
      say(
        "Removing what \(version ?? "another toolchain") built for \(Self.name(one.branch)), which was used "
          + "least recently")
      toolchains.remove(one.key)
    }
  }

  // MARK: A new branch

  /// Whether the branch has a folder of its own now, beside that of the one that stands there.
  private func getsFolder() throws -> Bool {
    let bytes = DiskUsage(of: parts(of: source).map(\.from)).bytes
    let isShared = FolderCopy.sharesBytes(in: places.folder)
    if let obstacle = BranchKeeping.obstacle(bytes: bytes, isShared: isShared, limit: limit, room: room) {
      say("\(Self.name(branch)) gets no build folder of its own: \(obstacle)")
      return false
    }
    // What stands there and the copy are as large as that, more or less.
    keepRoom(besides: bytes, limit: limit - bytes)
    // What is built anew begins with nothing.
    guard !order.clean else { return true }
    return try copy(of: source, bytes)
  }

  /// The nearest: a new branch leaves the base branch more often than any other, and what stands there was
  /// integrated last. Commits need not be counted for that.
  private var source: BranchName? {
    let base = order.base?.branch
    return base.map { places.isParked($0) } == true ? base : places.mark?.branch
  }

  private func parts(of source: BranchName?) -> [(from: String, name: String)] {
    let place = places.source(parked: source)
    var names = [(order.buildFolder as NSString).lastPathComponent]
    if order.settings.actions.contains(.archive) {
      names.append((order.archiveBuildFolder as NSString).lastPathComponent)
    }
    // What another toolchain built would only be put aside.
    let present = workbench.toolchainKey
    names.removeAll { name in
      let maker = ToolchainPlaces.maker(of: place.builds + "/" + name)
      return maker != nil && maker?.key != present
    }
    return ([(place.checkout, "checkout")] + names.map { (place.builds + "/" + $0, $0) })
      .filter { FileFacts($0.0) != nil }
  }

  private func copy(of source: BranchName?, _ bytes: Int) throws -> Bool {
    let size = Figures.bytes(bytes)
    say("Copying what was built for \(Self.name(source)), \(size), for \(Self.name(branch))")
    let place = places.beside(branch, process: ProcessInfo.processInfo.processIdentifier)
    let end = Date() + BranchKeeping.mostSeconds
    let what = "copying what was built for \(Self.name(source)), \(size)"
    var told = -1
    var copy = FolderCopy { [workbench] done in
      let megabytes = done / 1_000_000
      if megabytes / 10 != told / 10 {
        told = megabytes
        let all = max(megabytes, bytes / 1_000_000)
        workbench.log.tell(.step(done: megabytes, total: all, what: what))
      }
      return !workbench.cancellation.isCanceled && Date() < end
    }
    do {
      try makeFolder(place)
      for part in parts(of: source) {
        let skipping: Set = part.name == "checkout" ? [".git"] : [BuildFolder.temporaryName]
        try copy.perform(part.from, to: place + "/" + part.name, skipping: skipping)
      }
      try places.keep(copy: place, for: branch)
      return true
    } catch {
      FileTree.remove(place)
      if workbench.cancellation.isCanceled { throw PhaseStop.canceled }
      let why = error is CancellationError ? "it took too long" : Explanation(error).wrong
      say("The copy was thrown away: \(why)")
      return false
    }
  }
}
