import CLinux
import Foundation

/// Something that lies in a folder, as it is: nothing is followed, and any name is taken.
public struct FoundFile: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case regular
    /// What else there may be, in words: it is not opened.
    case other(String)
    /// It, or the folder that it is, can't be looked at.
    case closed(String)
  }

  /// Relative; what is not UTF-8 is repaired.
  public private(set) var name: String
  public let kind: Kind
  public private(set) var size = 0
  public private(set) var inode: UInt64 = 0
  /// When the file, or what is known of it, changed last: no program can set it.
  public private(set) var changed = 0.0
  /// Nil where the file system does not tell.
  public private(set) var born: Double?
  private let path: [UInt8]

  fileprivate init(path: [UInt8], name: String, kind: Kind? = nil) {
    (self.path, self.name) = (path, name)
    var file = bothy_file()
    let code = Self.look(path, &file)
    guard code == 0 else {
      self.kind = kind ?? .closed(String(cString: strerror(code)))
      return
    }
    (size, inode, changed) = (Int(clamping: file.size), file.inode, file.changed)
    born = file.born < 0 ? nil : file.born
    self.kind = kind ?? Self.kind(file.mode)
  }

  /// The thing at a place; its kind tells whether it could be looked at.
  public init(at path: String) { self.init(path: Array(path.utf8), name: path) }

  /// The same, named as seen from further above.
  public func below(_ folder: String) -> Self {
    var file = self
    file.name = folder + "/" + name
    return file
  }

  public var isFolder: Bool { kind == .other(Self.folder) }

  public var isLink: Bool { kind == .other(Self.link) }

  public var isThere: Bool {
    if case .closed = kind { return false }
    return true
  }

  private static let folder = "a folder"
  private static let link = "a symbolic link"

  fileprivate static func look(_ path: [UInt8], _ file: inout bothy_file) -> Int32 {
    (path + [0]).withUnsafeBytes { bothy_look($0.baseAddress?.assumingMemoryBound(to: CChar.self), &file) }
  }

  private static func kind(_ mode: UInt32) -> Kind {
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFREG): .regular
    case UInt32(S_IFDIR): .other(folder)
    case UInt32(S_IFLNK): .other(link)
    case UInt32(S_IFIFO): .other("a pipe")
    case UInt32(S_IFSOCK): .other("a socket")
    default: .other("a device")
    }
  }

  /// Its bytes, and else why not.
  public func read() -> Result<[UInt8], FileError> {
    let descriptor = (path + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        open(
          $0.assumingMemoryBound(to: CChar.self), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      } ?? -1
    }
    guard descriptor >= 0 else { return .failure(FileError(doing: "reading \(name)")) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size
    else { return .failure(FileError(doing: "reading \(name)", code: ESTALE)) }
    let (bytes, failure) = content(of: descriptor, upTo: size)
    return failure == 0 ? .success(bytes) : .failure(FileError(doing: "reading \(name)", code: failure))
  }
}

extension FileTree {
  /// What lies below a folder, sorted by name, at most so many; a folder is told only where it cannot be
  /// opened. `skipping`: folders of the uppermost level that are left out.
  public static func look(
    below root: String, skipping: Set<String> = [], most: Int = .max
  ) -> (found: [FoundFile], isCut: Bool) {
    var found: [FoundFile] = []
    var waiting: [(path: [UInt8], name: String)] = [(Array(root.utf8), "")]
    var isCut = false
    while let folder = waiting.popLast() {
      let isRead = names(in: folder.path) { name in
        guard found.count < most else {
          isCut = true
          return false
        }
        let text = String(decoding: name, as: UTF8.self)
        guard !folder.name.isEmpty || !skipping.contains(text) else { return true }
        let path = folder.path + [UInt8(ascii: "/")] + name
        let file = FoundFile(path: path, name: folder.name + text)
        if file.isFolder { waiting.append((path, folder.name + text + "/")) } else { found.append(file) }
        return true
      }
      if !isRead, !folder.name.isEmpty {
        let why = String(cString: strerror(errno))
        found.append(FoundFile(path: folder.path, name: String(folder.name.dropLast()), kind: .closed(why)))
      }
      if isCut { break }
    }
    return (found.sorted { $0.name < $1.name }, isCut)
  }

  /// With all that it holds, also where somebody closed folders in it.
  public static func remove(_ folder: String) {
    if (try? FileManager.default.removeItem(atPath: folder)) != nil { return }
    for file in look(below: folder).found {
      if case .closed = file.kind { chmod(folder + "/" + file.name, 0o700) }
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// False, and errno, when it can't be read; `body` answers whether to go on.
  static func names(in folder: [UInt8], _ body: ([UInt8]) -> Bool) -> Bool {
    let path = (folder + [0]).map { CChar(bitPattern: $0) }
    // Not where somebody put a link instead.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return false
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == [46] || name == [46, 46] { continue }
      guard body(name) else { return true }
    }
    return true
  }
}
