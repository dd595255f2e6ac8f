import Words

/// Why the commit of a submodule is not to be had on this machine, and what brings it.
struct MissingSubmodule {
  let path: TreePath
  let name: String
  let commit: ObjectID
  /// As `.gitmodules` has it.
  let address: String
  /// Whence the repository around it was cloned.
  let origin: String?
  let owner: Repository
  /// Repositories that were looked into.
  let lacking: [String]

  /// Where it is pushed to, as far as that is on this machine.
  private var local: String? {
    guard address.hasPrefix("./") || address.hasPrefix("../") else { return Submodules.local(address) }
    guard let origin else { return Submodules.join(owner.folder, address) }
    return Submodules.local(origin).map { Submodules.join($0, address) }
  }

  /// Where it is pushed to.
  private var whole: String { local ?? Submodules.far(address, from: origin ?? "") }

  private var shownAddress: String {
    whole == address ? "address \(address)" : "address \(address), which is \(whole)"
  }

  /// The place that it is pushed to can be looked into, and has it not.
  private var isUnpushed: Bool { local.map { lacking.contains(resolved($0)) } ?? false }

  var wrong: String {
    let short = commit.hex.prefix(12)
    guard !isUnpushed else {
      return "its commit \(short) is not in \(whole) (address \(address)), nor in the clones of it here "
        + "that were looked into"
    }
    let place = local.map { ", and there is no repository at \($0)" } ?? ""
    let looked = lacking.isEmpty ? "" : ", not in \(lacking.joined(separator: " or in ")) either"
    return "its commit \(short) was not found on this machine\(looked) (\(shownAddress))\(place)"
  }

  var advice: String {
    let push = "push it there from where it was made, or commit the submodule at a commit that is there"
    if isUnpushed { return push }
    if local != nil { return "put its repository there, or mend the address in .gitmodules" }
    return "run `\(ShellWord.line(command))`; if it is not found there, \(push)"
  }

  /// Brings what is at its address: into a bare repository git itself brings no submodule.
  private var command: [String] {
    if owner.place.workingTree != nil {
      return ["git", "-C", owner.folder, "submodule", "update", "--init", path.shown]
    }
    let folder = "\(owner.commonFolder)/modules/\(name)"
    return lacking.contains(resolved(folder))
      ? ["git", "-C", folder, "fetch", whole, "refs/heads/*:refs/heads/*"]
      : ["git", "clone", "--bare", whole, folder]
  }
}
