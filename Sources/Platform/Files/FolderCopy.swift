import CLinux
import Foundation

/// A folder once more, with the times, rights, links and holes of its files. Their bytes are shared with the
/// original where the disk can. What is neither a file nor a folder nor a link is left out.
public struct FolderCopy {
  /// Asked now and then, with how many bytes were copied until then; where not, it ends with a
  /// `CancellationError`.
  private let goesOn: (Int) -> Bool
  private var bytes = 0
  private var canShare = true

  private static let piece: Int64 = 8 << 20

  public init(goesOn: @escaping (Int) -> Bool) { self.goesOn = goesOn }

  /// `skipping`: names of the uppermost level that are left out. What it made stays when it throws.
  public mutating func perform(_ folder: String, to place: String, skipping: Set<String> = []) throws {
    let left = Set(skipping.map { Array($0.utf8) })
    try copyFolder(Array(folder.utf8), to: Array(place.utf8), try status(Array(folder.utf8)), skipping: left)
  }

  /// Whether files in this folder can share their bytes, so that a copy takes next to no time and room.
  public static func sharesBytes(in folder: String) -> Bool {
    let names = ["one", "other"].map { "\(folder)/.sharing-\($0).new-\(getpid())" }
    defer { for name in names { unlink(name) } }
    let files = names.map { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    defer { for file in files where file >= 0 { close(file) } }
    let bytes = [UInt8](repeating: 0x2E, count: 4096)
    guard files.allSatisfy({ $0 >= 0 }), write(files[0], bytes, bytes.count) == bytes.count else {
      return false
    }
    return bothy_share_file(files[0], files[1]) == 0
  }

  private mutating func copyFolder(
    _ folder: [UInt8], to place: [UInt8], _ facts: stat, skipping: Set<[UInt8]> = []
  ) throws {
    try check(mkdir(Self.text(place), 0o700), place)
    var names: [[UInt8]] = []
    guard
      FileTree.names(
        in: folder,
        {
          names.append($0)
          return true
        })
    else { throw FileError(doing: "reading the folder \(Self.shown(folder))") }
    for name in names where !skipping.contains(name) {
      let (from, to) = (folder + [0x2F] + name, place + [0x2F] + name)
      let facts = try status(from)
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: try copyFolder(from, to: to, facts)
      case S_IFREG: try copyFile(from, to: to, facts)
      case S_IFLNK: try copyLink(from, to: to, facts)
      default: continue
      }
    }
    try check(chmod(Self.text(place), facts.st_mode & 0o7777), place)
    try keepTimes(of: facts, at: place)
  }

  private mutating func copyFile(_ file: [UInt8], to place: [UInt8], _ facts: stat) throws {
    guard goesOn(bytes) else { throw CancellationError() }
    let source = open(Self.text(file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    try check(source, file)
    defer { close(source) }
    let target = open(Self.text(place), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try check(target, place)
    defer { close(target) }
    let isShared = facts.st_size > 0 && canShare && bothy_share_file(source, target) == 0
    if facts.st_size > 0 { canShare = isShared }
    if !isShared { try copyBytes(source, to: target, place, Int64(facts.st_size)) }
    try check(fchmod(target, facts.st_mode & 0o7777), place)
    try keepTimes(of: facts, at: place)
  }

  private mutating func copyBytes(
    _ source: Int32, to target: Int32, _ place: [UInt8], _ size: Int64
  ) throws {
    var at: Int64 = 0
    while at < size {
      let before = at
      let code = bothy_copy_piece(source, target, &at, Self.piece)
      guard code >= 0 else {
        throw FileError(doing: "writing \(Self.shown(place))", code: -code)
      }
      if code == 0 { break }
      bytes += Int(at - before)
      guard goesOn(bytes) else { throw CancellationError() }
    }
    // What ends with a hole.
    try check(ftruncate(target, off_t(size)), place)
  }

  private func copyLink(_ link: [UInt8], to place: [UInt8], _ facts: stat) throws {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    try check(Int32(clamping: readlink(Self.text(link), &target, Int(PATH_MAX))), link)
    try check(symlink(target, Self.text(place)), place)
    try keepTimes(of: facts, at: place)
  }

  private func keepTimes(of facts: stat, at place: [UInt8]) throws {
    let times = [facts.st_atim, facts.st_mtim]
    try check(utimensat(AT_FDCWD, Self.text(place), times, AT_SYMLINK_NOFOLLOW), place)
  }

  private func status(_ path: [UInt8]) throws -> stat {
    var status = stat()
    try check(lstat(Self.text(path), &status), path)
    return status
  }

  /// `errno` is that of the call just made.
  private func check(_ code: Int32, _ path: [UInt8]) throws {
    guard code >= 0 else { throw FileError(doing: "copying \(Self.shown(path))") }
  }

  private static func text(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
  private static func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}
