import CGit2
import Foundation

/// Brings the objects that a clone has not got yet, as one pack.
///
/// An object that the clone has is taken to be there with all that it names, since packs appear whole.
struct ObjectWalk: ~Copyable {
  private let source: Repository
  private let from: Handle
  private let to: Handle
  private let isShallow: Bool
  private let isPartial: Bool
  private let doing: String
  private let interruption: Interruption
  private var chosen: Set<ObjectID> = []
  private var order: [ObjectID] = []

  init(from source: Repository, to clone: Repository, doing: String, interruption: Interruption) throws {
    let from = try source.objects(doing)
    let to = try clone.objects(doing)
    let isPartial = try source.isPartial()
    (self.source, self.doing, self.interruption) = (source, doing, interruption)
    self.from = from
    self.to = to
    (isShallow, self.isPartial) = (source.isShallow, isPartial)
  }

  /// Notes what must be brought for `root`; notes nothing when something on the way can't be read.
  mutating func want(_ root: ObjectID) throws {
    var fresh = Set<ObjectID>()
    var found = [ObjectID]()
    var waiting: [(id: ObjectID, isParent: Bool)] = [(root, false)]
    while let (id, isParent) = waiting.popLast() {
      try interruption.check()
      guard !chosen.contains(id), !fresh.contains(id), !has(to, id) else { continue }
      // What the source itself has left out on purpose cannot be had, and need not be for every commit.
      if isPartial || (isParent && isShallow), id != root, !has(from, id) { continue }
      fresh.insert(id)
      found.append(id)
      try follow(id) { waiting.append(($0, $1)) }
    }
    chosen.formUnion(fresh)
    order += found
  }

  /// How many objects were noted.
  var count: Int { order.count }

  private func has(_ odb: borrowing Handle, _ id: ObjectID) -> Bool {
    var raw = id.raw
    return git_odb_exists(odb.pointer, &raw) == 1
  }

  /// Tells what an object names; blobs are not opened for it.
  private func follow(_ id: ObjectID, _ note: (ObjectID, Bool) -> Void) throws {
    var size = 0
    var type = GIT_OBJECT_INVALID
    var raw = id.raw
    try source.check(git_odb_read_header(&size, &type, from.pointer, &raw), doing)
    guard type != GIT_OBJECT_BLOB else { return }
    let object = try source.make(git_object_free, doing) { git_object_lookup(&$0, $1, &raw, type) }
    switch type {
    case GIT_OBJECT_COMMIT:
      if let tree = git_commit_tree_id(object.pointer) { note(ObjectID(tree), false) }
      for n in 0..<git_commit_parentcount(object.pointer) {
        if let parent = git_commit_parent_id(object.pointer, n) { note(ObjectID(parent), true) }
      }
    case GIT_OBJECT_TREE:
      for n in 0..<git_tree_entrycount(object.pointer) {
        guard let entry = git_tree_entry_byindex(object.pointer, n), let id = git_tree_entry_id(entry),
          git_tree_entry_type(entry) != GIT_OBJECT_COMMIT
        else { continue }
        note(ObjectID(id), false)
      }
    case GIT_OBJECT_TAG:
      if let target = git_tag_target_id(object.pointer) { note(ObjectID(target), false) }
    default: return
    }
  }

  /// Writes everything noted into a folder of packs. False when there was nothing to write.
  func write(toPacks folder: String) throws -> Bool {
    if order.isEmpty { return false }
    let builder = try source.make(git_packbuilder_free, doing) { git_packbuilder_new(&$0, $1) }
    for id in order {
      var raw = id.raw
      try source.check(git_packbuilder_insert(builder.pointer, &raw, nil), doing)
    }
    try source.check(git_packbuilder_write(builder.pointer, folder, 0, nil, nil), doing)
    return true
  }
}
