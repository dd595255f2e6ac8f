import Files
import Foundation
import Words

/// Why a profile is not counted.
enum ProfileFlaw: Hashable, Comparable {
  case gone, unreadable, empty, damaged, otherTools, otherBuild

  var words: String {
    switch self {
    case .gone: "is gone"
    case .unreadable: "can't be read"
    case .empty: "is empty"
    case .damaged: "is damaged"
    case .otherTools: "was written by other tools"
    case .otherBuild: "is of another program or another build"
    }
  }

  /// Of what belongs to this build something is missing then.
  var losesCounts: Bool {
    switch self {
    case .gone, .unreadable, .empty, .damaged: true
    case .otherTools, .otherBuild: false
    }
  }

  /// What llvm-profdata says of a profile that it leaves out.
  static func of(message: String) -> ProfileFlaw {
    message.contains("version") ? .otherTools : message.contains("empty") ? .empty : .damaged
  }
}

/// What the processes of a test run left of what they executed.
struct RawProfiles {
  let folder: String
  /// Relative to the folder.
  private(set) var good: [String] = []
  private(set) var flaws: [String: ProfileFlaw] = [:]

  /// A list of files for llvm-profdata has a line each, with commas behind weights.
  private static let unsayable: Set<Character> = ["\n", "\r", "\r\n", ",", "#"]
  private static let headBytes = 4096

  /// `programs`: the test program first, then what else was built beside it.
  init(below folder: String, programs: () -> [String]) {
    self.folder = folder
    var ids: Set<[UInt8]>?
    for name in FileTree.names(below: folder) where name.hasSuffix(".profraw") {
      let head = Self.head(of: folder + "/" + name)
      if ids == nil, !(head ?? []).isEmpty { ids = Self.ids(of: programs()) }
      if let flaw = Self.flaw(head, of: ids ?? []) {
        flaws[name] = flaw
      } else if name.contains(where: Self.unsayable.contains) {
        flaws[name] = .unreadable
      } else {
        good.append(name)
      }
    }
  }

  var isEmpty: Bool { good.isEmpty && flaws.isEmpty }

  mutating func leaveOut(_ names: some Sequence<String>, _ flaw: ProfileFlaw) {
    for name in names where good.contains(name) { flaws[name] = flaw }
    good.removeAll { flaws[$0] != nil }
  }

  /// Whether it is a profile of one of these programs, as far as is known.
  static func isCounted(_ path: String, programs: [String]) -> Bool {
    flaw(head(of: path), of: ids(of: programs)) == nil
  }

  /// None where the first of them has none: then nothing tells its profiles from others.
  static func ids(of programs: [String]) -> Set<[UInt8]> {
    guard let first = programs.first, programID(first) != nil else { return [] }
    return Set(programs.compactMap { programID($0) })
  }

  /// The first bytes of a file; of a pipe or the like nothing is read.
  static func head(of path: String) -> [UInt8]? {
    guard FileFacts(path)?.isRegular ?? false, let file = FileHandle(forReadingAtPath: path) else {
      return nil
    }
    defer { try? file.close() }
    return [UInt8]((try? file.read(upToCount: headBytes)) ?? Data())
  }

  static let magic: [UInt8] = [0x81, 0x72, 0x66, 0x6f, 0x72, 0x70, 0x6c, 0xff]

  /// What the head of a profile tells; `ids`: of the programs that were built, empty where they have none.
  static func flaw(_ head: [UInt8]?, of ids: Set<[UInt8]>) -> ProfileFlaw? {
    guard let head else { return .unreadable }
    guard !head.isEmpty else { return .empty }
    guard head.starts(with: magic) || head.starts(with: magic.reversed()), head.count >= 24 else {
      return .damaged
    }
    // The third number says how many bytes of ids follow the head.
    guard !ids.isEmpty, head[16..<24].contains(where: { $0 != 0 }) else { return nil }
    return ids.contains { head.holds($0) } ? nil : .otherBuild
  }

  /// What the linker gave a program to be known by.
  static func programID(_ path: String) -> [UInt8]? {
    guard let file = FileFacts(path)?.isRegular ?? false ? FileHandle(forReadingAtPath: path) : nil else {
      return nil
    }
    defer { try? file.close() }
    return programID(in: [UInt8]((try? file.read(upToCount: 65_536)) ?? Data()))
  }

  /// A note of four letters, GNU, of the third kind.
  static func programID(in head: [UInt8]) -> [UInt8]? {
    let mark: [UInt8] = [3, 0, 0, 0, 0x47, 0x4e, 0x55, 0]
    guard head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { return nil }
    for start in head.indices.dropFirst(8).dropLast(mark.count) where head[start...].starts(with: mark) {
      let (begin, count) = (start + mark.count, Int(head[start - 4]))
      guard head[start - 8] == 4, (8...64).contains(count), begin + count <= head.count else { continue }
      return Array(head[begin..<begin + count])
    }
    return nil
  }
}

/// The test program as it was when the tests began.
struct ProgramMark: Equatable, Sendable {
  private let path: String
  private let facts: FileFacts?
  private let id: [UInt8]?

  init(_ path: String) {
    (self.path, facts, id) = (path, FileFacts(path), RawProfiles.programID(path))
  }

  /// What lies there now was built with it, as far as can be told.
  var holds: Bool { id == nil ? isUntouched : RawProfiles.programID(path) == id }

  var isUntouched: Bool { FileFacts(path) == facts }
}
