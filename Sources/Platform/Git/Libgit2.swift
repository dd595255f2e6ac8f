import CGit2
import Foundation

/// The library, set up once per process.
enum Libgit2 {
  static let ready: Void = {
    git_libgit2_init()
    _ = bothy_git_verify_hashes()
    _ = bothy_git_leave_owners()
    _ = bothy_git_allow_extensions()
  }()

  static func check(_ code: Int32, _ doing: @autoclosure () -> String, at folder: String) throws {
    if code < 0 { throw GitError.libgit2(code, doing(), at: folder) }
  }
}

/// Something libgit2 made and must be given back to it.
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let release: (OpaquePointer?) -> Void

  init(
    _ release: @escaping (OpaquePointer?) -> Void, _ doing: @autoclosure () -> String, at folder: String,
    make: (inout OpaquePointer?) -> Int32
  ) throws {
    Libgit2.ready
    var made: OpaquePointer?
    let code = make(&made)
    guard code >= 0, let made else { throw GitError.libgit2(code, doing(), at: folder) }
    pointer = made
    self.release = release
  }

  deinit { release(pointer) }
}

/// The name of an object: twenty bytes.
struct ObjectID: Hashable {
  private(set) var raw: git_oid

  init(_ raw: git_oid) { self.raw = raw }

  init(_ pointer: UnsafePointer<git_oid>) { raw = pointer.pointee }

  /// Exactly twenty bytes.
  init(bytes: some Collection<UInt8>) {
    raw = git_oid()
    withUnsafeMutableBytes(of: &raw) { $0.copyBytes(from: bytes.prefix(20)) }
  }

  init?(hex: String) {
    var raw = git_oid()
    guard hex.utf8.count == 40, git_oid_fromstr(&raw, hex) == 0 else { return nil }
    self.raw = raw
  }

  /// What git would call these bytes as a blob.
  init(blob bytes: UnsafeRawBufferPointer) {
    Libgit2.ready
    var raw = git_oid()
    git_odb_hash(&raw, bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), bytes.count, GIT_OBJECT_BLOB)
    self.raw = raw
  }

  init(blob bytes: [UInt8]) { self = bytes.withUnsafeBytes { ObjectID(blob: $0) } }

  var hex: String {
    withUnsafePointer(to: raw) { id in
      String(unsafeUninitializedCapacity: 40) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { _ = git_oid_fmt($0.baseAddress, id) }
        return 40
      }
    }
  }

  var bytes: [UInt8] { withUnsafeBytes(of: raw) { Array($0) } }

  static func == (a: ObjectID, b: ObjectID) -> Bool {
    withUnsafePointer(to: a.raw) { a in withUnsafePointer(to: b.raw) { git_oid_equal(a, $0) != 0 } }
  }

  func hash(into hasher: inout Hasher) { withUnsafeBytes(of: raw) { hasher.combine(bytes: $0) } }
}

/// A C string that is shown to people; what is not UTF-8 is taken for Latin-1, as old commits are.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
  guard let pointer else { return "" }
  if let valid = String(validatingCString: pointer) { return valid }
  let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
  return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}
