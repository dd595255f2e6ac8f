import Glibc

/// Which folders tell of a subject's changes, as things are on disk now. Reads names and small files only.
struct WatchedFolders {
  private(set) var found: [WatchedFolder] = []
  /// There are more folders than may be watched for one subject.
  private(set) var isCut = false

  private var known: Set<WatchedFolder> = []

  private static let mostFolders = 500
  /// All of them are listed whenever one comes or goes.
  private static let mostInTree = 20_000
  private static let mostLinks = 40

  init(_ subject: WatchedFiles) {
    switch subject {
    case .branches(let path): repository(path)
    case .files(let path, let endings): files(path, endings)
    case .tree(let path, let names): tree(path, names)
    }
  }

  private mutating func add(_ folder: String, _ interest: WatchedFolder.Interest) {
    let one = WatchedFolder(folder, interest)
    if known.insert(one).inserted { found.append(one) }
  }

  // MARK: Repositories

  private mutating func repository(_ path: String) {
    guard let root = follow(path) else { return }
    guard let git = gitFolder(root) else { return }
    let common = commonFolder(git)
    if git != root { add(root, .itself) }
    let shared = ["packed-refs", "refs", "reftable"]
    add(git, .names(["HEAD"] + (common == git ? shared : ["reftable"])))
    if common != git { add(common, .names(shared)) }
    for file in Set([git + "/HEAD", common + "/packed-refs"]) where Entry(file) == .link { _ = follow(file) }
    for folder in Set([git, common]) where Entry(following: folder + "/reftable") == .folder {
      add(folder + "/reftable", .anything)
    }
    if let top = follow(common + "/refs/heads"), Entry(top) == .folder { folders(below: top) }
  }

  /// A working tree has it as `.git`, or there a file that says where; a bare repository is it.
  private mutating func gitFolder(_ root: String) -> String? {
    let inner = root + "/.git"
    switch Entry(following: inner) {
    case .folder: return Entry(inner) == .link ? follow(inner) : inner
    case .file:
      add(root, .names([".git"]))
      guard let line = Self.line(inner), line.hasPrefix("gitdir: ") else { return nil }
      return follow(Self.absolute(String(line.dropFirst(8)), from: root))
    case .absent, .link:
      guard Entry(following: root + "/HEAD") == .file, Entry(following: root + "/objects") == .folder else {
        // Half made or half gone.
        add(root, .names([".git", "HEAD", "objects"]))
        return nil
      }
      return root
    }
  }

  private mutating func commonFolder(_ git: String) -> String {
    guard let line = Self.line(git + "/commondir") else { return git }
    return follow(Self.absolute(line, from: git)) ?? git
  }

  private mutating func folders(below top: String) {
    var waiting = [top]
    var seen: Set<FolderIdentity> = []
    while let folder = waiting.popLast() {
      guard let identity = FolderIdentity(folder), seen.insert(identity).inserted else { continue }
      guard seen.count <= Self.mostFolders else {
        isCut = true
        return
      }
      add(folder, .anything)
      waiting += Self.folders(in: folder)
    }
  }

  // MARK: Folders

  private mutating func files(_ path: String, _ endings: [String]) {
    guard let folder = follow(path), Entry(folder) == .folder else { return }
    add(folder, .endings(endings))
    for name in Self.names(in: folder) where endings.contains(where: { name.hasSuffix($0) }) {
      let file = folder + "/" + name
      if Entry(file) == .link, let target = follow(file), let slash = target.lastIndex(of: "/") {
        add(String(target[..<slash]), .names([String(target[target.index(after: slash)...])]))
      }
    }
  }

  private mutating func tree(_ path: String, _ leftOut: Set<String>) {
    guard let top = follow(path), Entry(top) == .folder else { return }
    if top != "/", let slash = top.lastIndex(of: "/") {
      // Moved away and made anew it is another folder.
      add(slash == top.startIndex ? "/" : String(top[..<slash]), .names([String(top[slash...].dropFirst())]))
    }
    var waiting = [top]
    var count = 0
    while let folder = waiting.popLast() {
      count += 1
      guard count <= Self.mostInTree else {
        isCut = true
        return
      }
      add(folder, .allBut(leftOut))
      waiting += Self.folders(in: folder, followingLinks: false) { !leftOut.contains($0) }
    }
  }

  // MARK: Paths

  /// Where a path leads in the end. Each link on the way is watched where it stands; where the path breaks
  /// off, the last folder that is there. nil when it leads nowhere.
  private mutating func follow(_ path: String) -> String? {
    var waiting = Self.parts(path)
    var here = ""
    var links = 0
    while let name = waiting.popLast() {
      if name == ".." {
        here = here.lastIndex(of: "/").map { String(here[..<$0]) } ?? ""
        continue
      }
      let next = here + "/" + name
      switch Entry(next) {
      case .link:
        add(here.isEmpty ? "/" : here, .names([name]))
        links += 1
        guard links <= Self.mostLinks, let target = Self.target(next) else { return nil }
        if target.hasPrefix("/") { here = "" }
        waiting += Self.parts(target)
      case .absent:
        add(here.isEmpty ? "/" : here, .names([name]))
        return nil
      case .file, .folder: here = next
      }
    }
    return here.isEmpty ? "/" : here
  }

  /// The last one first.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }

  private static func absolute(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  private static func target(_ link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(link, base, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The first line of a small file.
  private static func line(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX) + 16, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
  }

  private static func names(in folder: String) -> [String] { entries(in: folder) { name, _ in name } }

  /// Git itself goes through links among refs.
  private static func folders(
    in folder: String, followingLinks: Bool = true, where wanted: (String) -> Bool = { _ in true }
  ) -> [String] {
    entries(in: folder) { name, kind in
      guard wanted(name) else { return nil }
      let path = folder == "/" ? "/" + name : folder + "/" + name
      let isFolder =
        switch kind {
        case UInt8(DT_DIR): true
        case UInt8(DT_LNK), UInt8(DT_UNKNOWN):
          followingLinks ? Entry(following: path) == .folder : Entry(path) == .folder
        default: false
        }
      return isFolder ? path : nil
    }
  }

  private static func entries(in folder: String, _ keep: (String, UInt8) -> String?) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var kept: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      if let one = keep(name, entry.pointee.d_type) { kept.append(one) }
    }
    return kept
  }
}

/// What stands under a path.
private enum Entry {
  case absent, file, folder, link

  init(_ path: String) {
    var status = stat()
    self.init(lstat(path, &status) == 0 ? status : nil)
  }

  init(following path: String) {
    var status = stat()
    self.init(stat(path, &status) == 0 ? status : nil)
  }

  private init(_ status: stat?) {
    guard let status else {
      self = .absent
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .file
    }
  }
}

/// One folder, whatever the path to it.
private struct FolderIdentity: Hashable {
  var device: UInt
  var inode: UInt

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}
