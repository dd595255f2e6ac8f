import Faults
import Files
import Foundation
package import Model
import Words

/// What is checked out and built of a bot, for each branch on its own. Everything in there names the place
/// where it was made, so that one branch's lies there and those of others are parked, each by renames on one
/// disk. A mark says what is under way: whatever a kill cuts off is gone on with.
package struct BranchPlaces: Sendable {
  package enum Act: String, Codable { case standing, parking, bringing }

  /// Of which branch what lies there is, or what happens to it.
  package struct Mark: Codable, Equatable {
    package var act: Act
    package var branch: BranchName?
  }

  private struct Facts: Codable {
    var branch: BranchName?
    var bytes: Int
    var used: Date
  }

  package let folder: String
  var moving: @Sendable (String, String) throws -> Void = { try Files.move($0, to: $1) }

  package init(folder: String) { self.folder = folder }

  package init(beside checkout: String) {
    self.init(folder: (checkout as NSString).deletingLastPathComponent)
  }

  package static let builds = ["build", "build-plain", "build-archive", ToolchainPlaces.name]

  package var parked: String { folder + "/parked" }
  private var markFile: String { folder + "/standing.json" }
  private var checkout: String { folder + "/" + CheckoutName.held(in: folder) }
  /// All branches share the clone; it is here while no checkout is in its place.
  private var clone: String { parked + "/git" }
  /// What the clone knows of the files of the checkout.
  private static let files = "/.git/bothy/files"

  package static func key(of branch: BranchName?) -> String {
    Fingerprint.text((branch.map { "b" + $0.rawValue } ?? "").utf8)
  }

  package func path(of branch: BranchName?) -> String { parked + "/" + Self.key(of: branch) }

  /// Nil where nobody wrote it down.
  package var mark: Mark? {
    contents(of: markFile).flatMap { try? JSONDecoder().decode(Mark.self, from: Data($0)) }
  }

  private func write(_ act: Act, _ branch: BranchName?) throws {
    let mark = Mark(act: act, branch: branch)
    if mark != self.mark { try publish([UInt8](JSONEncoder().encode(mark)), as: markFile) }
  }

  // MARK: Where things lie

  package func isParked(_ branch: BranchName?) -> Bool {
    FileFacts(path(of: branch) + "/checkout") != nil
  }

  /// Where a folder of what is built for a branch lies now: without one of its own it goes on in what is
  /// there.
  package func lying(_ build: String, for branch: BranchName?) -> String {
    guard mark != Mark(act: .standing, branch: branch), isParked(branch) else { return build }
    return path(of: branch) + "/" + (build as NSString).lastPathComponent
  }

  /// What a copy for another branch is made of; nil: of what stands there.
  package func source(parked branch: BranchName?) -> (checkout: String, builds: String) {
    isParked(branch) ? (path(of: branch) + "/checkout", path(of: branch)) : (checkout, folder)
  }

  /// Those that are whole.
  package func all() -> [BranchKeeping.Parked] {
    names().filter { FileFacts("\(parked)/\($0)/checkout") != nil }.map { name in
      let facts = contents(of: "\(parked)/\(name)/place.json")
        .flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0)) }
      return BranchKeeping.Parked(
        key: name, branch: facts?.branch,
        bytes: facts?.bytes ?? DiskUsage(of: ["\(parked)/\(name)"]).bytes,
        used: facts?.used ?? Date(timeIntervalSince1970: 0))
    }
  }

  private func names() -> [String] {
    ((try? FileTree.entries(of: parked)) ?? []).filter { $0 != "git" && HalfMade($0) == nil }
  }

  // MARK: Changing over

  /// Goes on with what was cut off, so that what stands there is of one branch again.
  package func mend() throws {
    removal.mend()
    guard let mark else { return }
    if mark.act == .parking {
      try finishParking(mark.branch)
      try write(.bringing, mark.branch)
    }
    if mark.act != .standing { try finishBringing(mark.branch) }
  }

  /// What lies there is of this branch from now on.
  package func adopt(_ branch: BranchName?) throws {
    try removal.remove(Self.key(of: branch))
    try write(.standing, branch)
  }

  /// Has what is built for a branch take the place of what is there. Of a branch without a folder nothing is
  /// built then.
  package func stand(on branch: BranchName?) throws {
    guard let mark else { return try adopt(branch) }
    guard mark.branch != branch else { return }
    try removal.remove(Self.key(of: mark.branch))
    try write(.parking, mark.branch)
    FaultPoint.reach(.branchParking)
    try finishParking(mark.branch)
    FaultPoint.reach(.branchParked)
    try write(.bringing, branch)
    FaultPoint.reach(.branchBringing)
    try finishBringing(branch)
  }

  private func finishParking(_ branch: BranchName?) throws {
    let place = path(of: branch)
    try makeFolder(place)
    try move(checkout + Self.files, to: place + "/files")
    try move(checkout + "/.git", to: clone)
    try move(checkout, to: place + "/checkout")
    FaultPoint.reach(.branchAway)
    for name in Self.builds { try move(folder + "/" + name, to: place + "/" + name) }
    try keepFacts(of: branch, in: place)
  }

  private func finishBringing(_ branch: BranchName?) throws {
    let place = path(of: branch)
    for name in Self.builds { try move(place + "/" + name, to: folder + "/" + name) }
    FaultPoint.reach(.branchHalf)
    try move(place + "/checkout", to: checkout)
    if isThere(clone) { try makeFolder(checkout) }
    try move(clone, to: checkout + "/.git")
    if isThere(checkout + "/.git/bothy") { try move(place + "/files", to: checkout + Self.files) }
    FaultPoint.reach(.branchBrought)
    try removal.remove(Self.key(of: branch))
    try write(.standing, branch)
  }

  /// What was moved before is not there any more.
  private func move(_ path: String, to place: String) throws {
    if isThere(path) { try moving(path, place) }
  }

  private func keepFacts(of branch: BranchName?, in place: String) throws {
    let facts = Facts(branch: branch, bytes: DiskUsage(of: [place]).bytes, used: Date())
    try publish([UInt8](JSONEncoder().encode(facts)), as: place + "/place.json")
  }

  /// Where it is not sure of which branch something is: nothing that was built is believed.
  package func startAnew(as branch: BranchName?) throws {
    try makeFolder(parked)
    for name in Self.builds { try removal.remove(name, from: folder) }
    for name in names() { try removal.remove(name) }
    if isThere(clone), !isThere(checkout + "/.git") {
      try makeFolder(checkout)
      try moving(clone, checkout + "/.git")
    }
    try throwAway(parked)
    try write(.standing, branch)
  }

  // MARK: Coming and going

  /// Where a copy for a branch is made, to be there at one stroke.
  package func beside(_ branch: BranchName?, process: Int32) -> String {
    path(of: branch) + ".new-\(process)"
  }

  /// The copy is whole.
  package func keep(copy: String, for branch: BranchName?) throws {
    try keepFacts(of: branch, in: copy)
    FaultPoint.reach(.branchCopied)
    try makeFolder(parked)
    try removal.remove(Self.key(of: branch))
    try moving(copy, path(of: branch))
  }

  /// One that is gone for its own reason is no error.
  package func remove(_ key: String) { try? removal.remove(key) }

  private var removal: RemovalAtOneStroke { RemovalAtOneStroke(folder: parked, moving: moving) }

  private func throwAway(_ path: String) throws {
    if isThere(path) { try FileManager.default.removeItem(atPath: path) }
  }
}
