import CGit2
import Faults
import Foundation

/// Joins the packs of a mirror. Each fetch that brings something leaves one, and whoever looks for an object
/// goes through all. Whatever is in them stays, also what no branch leads to any more: an integration may
/// name it. For whoever holds the mirror alone; others may read in it meanwhile.
public struct MirrorPacks: Sendable {
  struct Pack: Equatable {
    /// Without its ending.
    var name: String
    var bytes: Int
  }

  private let mirror: String
  private var folder: String { mirror + "/objects/pack" }
  private let mostSeconds: Double
  private let heard: @Sendable () -> Void

  /// Git itself joins them then (`gc.autoPackLimit`).
  public static let most = 50
  public static let mostSeconds = 300.0

  /// - Parameter heard: called now and then while it works.
  public init(
    mirror: String, mostSeconds: Double = Self.mostSeconds, heard: @escaping @Sendable () -> Void = {}
  ) {
    (self.mirror, self.mostSeconds, self.heard) = (mirror, mostSeconds, heard)
  }

  private var doing: String { "joining the packs in \(folder)" }

  /// Of a mirror and of those of its submodules, which lie within; what cannot be done of one costs no other.
  public static func joinAll(in mirror: String, heard: @escaping @Sendable () -> Void = {}) {
    let end = now + mostSeconds
    for folder in [mirror] + mirrors(below: mirror + "/modules") {
      try? MirrorPacks(mirror: folder, mostSeconds: end - now, heard: heard).join()
    }
  }

  /// A submodule's name may be a path.
  static func mirrors(below folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name -> [String] in
      let inner = folder + "/" + name
      guard access(inner + "/HEAD", F_OK) == 0 else { return mirrors(below: inner) }
      return [inner] + mirrors(below: inner + "/modules")
    }
  }

  /// Nothing is to be done as long as they are few. What was not done in time is as it was.
  public func join() throws {
    Libgit2.ready
    let all = packs()
    guard all.count > Self.most else { return }
    let old = Self.joined(all)
    guard old.count > 1 else { return }
    let name = try write(old)
    for ending in [".pack", ".idx", ""] { try sync(ending.isEmpty ? folder : "\(folder)/\(name)\(ending)") }
    FaultPoint.reach(.packsJoined)
    for pack in old where pack.name != name {
      // Without its index nobody looks for the pack.
      unlink("\(folder)/\(pack.name).idx")
      FaultPoint.reach(.packLeaving)
      unlink("\(folder)/\(pack.name).pack")
    }
    try sync(folder)
  }

  /// One that is at least twice as large as all smaller ones together stays as it is: the first is most of a
  /// mirror, and would be packed anew each time.
  static func joined(_ packs: [Pack]) -> [Pack] {
    var rest = packs.sorted { ($0.bytes, $0.name) < ($1.bytes, $1.name) }
    var sum = rest.reduce(0) { $0 + $1.bytes }
    while let largest = rest.last, rest.count > 1, largest.bytes >= 2 * (sum - largest.bytes) {
      sum -= largest.bytes
      rest.removeLast()
    }
    return rest
  }

  private func packs() -> [Pack] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { file in
      guard file.hasPrefix("pack-"), file.hasSuffix(".pack") else { return nil }
      let name = String(file.dropLast(5))
      var status = stat()
      guard access("\(folder)/\(name).idx", F_OK) == 0, stat("\(folder)/\(file)", &status) == 0 else {
        return nil
      }
      return Pack(name: name, bytes: Int(status.st_size))
    }
  }

  /// - Returns: the name of the one that has all.
  private func write(_ packs: [Pack]) throws -> String {
    let repository = try Repository(ownAt: mirror)
    let watch = Watch(until: Self.now + mostSeconds, heard)
    return try withExtendedLifetime(watch) {
      let own = Unmanaged.passUnretained(watch).toOpaque()
      let builder = try repository.make(git_packbuilder_free, doing) { git_packbuilder_new(&$0, $1) }
      let pointer = builder.pointer
      try check(
        git_packbuilder_set_callbacks(pointer, { _, _, _, own in Watch.of(own).answer }, own))
      for pack in packs { try insert(pack, into: pointer) }
      try check(git_packbuilder_write(pointer, folder, 0o444, { _, own in Watch.of(own).answer }, own))
      guard let name = git_packbuilder_name(pointer) else {
        throw GitError.corrupt(doing, "the new pack has no name", at: folder)
      }
      return "pack-" + String(cString: name)
    }
  }

  /// All that is in it.
  private func insert(_ pack: Pack, into builder: OpaquePointer) throws {
    let store = try Handle(git_odb_free, doing, at: folder) { git_odb_new(&$0) }
    var one: UnsafeMutablePointer<git_odb_backend>?
    try check(git_odb_backend_one_pack(&one, "\(folder)/\(pack.name).idx"))
    try check(git_odb_add_backend(store.pointer, one, 1))
    try check(
      git_odb_foreach(
        store.pointer,
        { id, builder in
          guard let id, let builder else { return -1 }
          return git_packbuilder_insert(OpaquePointer(builder), id, nil)
        }, UnsafeMutableRawPointer(builder)))
  }

  private func check(_ code: Int32) throws {
    guard code != Watch.ended else {
      throw GitError(
        .other, doing: doing, wrong: "that took longer than \(Int(mostSeconds)) s",
        advice: "it is begun again after a later fetch")
    }
    try Libgit2.check(code, doing, at: folder)
  }

  private func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError.system(errno, doing, path) }
    let code = fsync(descriptor) == 0 ? 0 : errno
    close(descriptor)
    guard code == 0 else { throw GitError.system(code, doing, path) }
  }

  private static var now: Double { ProcessInfo.processInfo.systemUptime }

  /// Says that something is being done, and ends it when that has lasted too long.
  private final class Watch {
    static let ended = GIT_EUSER.rawValue
    private let end: Double
    private let heard: @Sendable () -> Void
    private var told = 0.0

    init(until end: Double, _ heard: @escaping @Sendable () -> Void) { (self.end, self.heard) = (end, heard) }

    static func of(_ own: UnsafeMutableRawPointer?) -> Watch {
      guard let own else { preconditionFailure("the library calls with what it was given") }
      return Unmanaged<Watch>.fromOpaque(own).takeUnretainedValue()
    }

    var answer: Int32 {
      let now = MirrorPacks.now
      if now - told > 1 {
        told = now
        heard()
      }
      return now < end ? 0 : Self.ended
    }
  }
}
