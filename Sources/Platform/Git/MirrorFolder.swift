import CGit2
import Foundation
import Words

/// What a repository of another machine has.
struct MirrorTips: Equatable {
  enum Head: Equatable {
    case branch(String)
    case commit(ObjectID)
  }

  static let branches = "refs/heads/"
  static let tags = "refs/tags/"

  /// By their whole names.
  var refs: [ExactText: ObjectID] = [:]
  var head: Head?

  /// What else servers have (`refs/pull/1/head`) is nobody's branch.
  static func isKept(_ name: String) -> Bool {
    guard name.hasPrefix(branches) || name.hasPrefix(tags) else { return false }
    var isValid: Int32 = 0
    return git_reference_name_is_valid(&isValid, name) == 0 && isValid != 0
  }

  var packed: String {
    refs.sorted { Array($0.key.text.utf8).lexicographicallyPrecedes(Array($1.key.text.utf8)) }
      .map { "\($1.hex) \($0.text)\n" }.joined()
  }
}

/// A bare repository of our own, whose refs are one file: it is replaced whole, so that whoever is killed
/// leaves the ones or the others.
struct MirrorFolder {
  let path: String

  /// Made where it is not there; what a fetch that was killed left in it goes.
  func prepare(_ doing: String) throws {
    for lock in ["HEAD.lock", "packed-refs.lock", "config.lock"] { unlink(path + "/" + lock) }
    if access(path + "/HEAD", F_OK) != 0 || access(path + "/objects/pack", F_OK) != 0
      || access(path + "/refs", F_OK) != 0 || access(path + "/config", F_OK) != 0
    {
      _ = try Handle(git_repository_free, doing, at: path) { git_repository_init(&$0, path, 1) }
    }
    let packs = path + "/objects/pack"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: packs)) ?? []
    for name in names {
      let isLeft = !name.hasPrefix("pack-") || name.hasSuffix(".lock")
      func isWithout(_ other: String, _ own: String) -> Bool {
        name.hasSuffix(own) && access("\(packs)/\(name.dropLast(own.count))\(other)", F_OK) != 0
      }
      if isLeft || isWithout(".pack", ".idx") || isWithout(".idx", ".pack") { unlink(packs + "/" + name) }
    }
  }

  /// Whether anything is other than before. All that is named has to be there.
  func write(_ tips: MirrorTips, of mirror: Repository, _ doing: String) throws -> Bool {
    let objects = try mirror.objects(doing)
    for (name, id) in tips.refs {
      var raw = id.raw
      guard git_odb_exists(objects.pointer, &raw) == 1 else {
        throw GitError(
          .fetchFailed, doing: doing, wrong: "the server did not send what \(name.text) names",
          advice: "it may have moved just then: it is fetched again")
      }
    }
    var isNews = try write(tips.packed, to: "packed-refs", doing)
    switch tips.head {
    case .branch(let name): isNews = try write("ref: \(name)\n", to: "HEAD", doing) || isNews
    case .commit(let id): isNews = try write("\(id.hex)\n", to: "HEAD", doing) || isNews
    // An empty repository names none.
    case nil: break
    }
    return isNews
  }

  private func write(_ text: String, to name: String, _ doing: String) throws -> Bool {
    let (place, beside) = (path + "/" + name, path + "/" + name + ".new")
    let bytes = Array(text.utf8)
    if let present = FileManager.default.contents(atPath: place), Array(present) == bytes { return false }
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw GitError.system(errno, doing, beside) }
    var rest = bytes[...]
    var failure: Int32 = 0
    while !rest.isEmpty, failure == 0 {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
    }
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    close(descriptor)
    guard failure == 0 else { throw GitError.system(failure, doing, beside) }
    guard rename(beside, place) == 0 else { throw GitError.system(errno, doing, place) }
    return true
  }
}
