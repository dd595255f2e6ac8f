internal import Coverage

/// The compiler's map of a test program: of what regions each function consists, and how their counts come
/// of what was counted.
public struct ProgramMap: Sendable {
  enum Kind: UInt8, Comparable {
    case code, expansion, skipped, gap

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  struct Region {
    var place: LLVMExport.Place
    var kind: Kind
    /// Index among the files of its function.
    var file: Int32
    var count: Count
  }

  /// Where a count comes from.
  enum Count: Equatable {
    case zero
    case counter(Int32)
    case sum(Int32)

    init(_ encoded: UInt64) {
      let index = Int32(clamping: encoded >> 2)
      switch encoded & 3 {
      case 0: self = .zero
      case 1: self = .counter(index)
      case _: self = .sum(index)
      }
    }
  }

  struct Sum {
    var left: Count
    var right: Count
    /// What is right is taken away.
    var isDifference = true
  }

  struct Function {
    var key: RawProfile.Key
    /// Mangled.
    var name: String
    /// Indices into `fileNames`.
    var files: [Int32]
    var regions: [Region]
    var sums: [Sum]
    /// Indices into `sums`, so that whatever one is made of comes before it.
    var order: [Int32]
    /// One region that is never counted: what stands for a function that its module did not need.
    var isBlank: Bool
  }

  public let fileNames: [String]
  let functions: [Function]

  public init(_ sections: ProgramSections) throws(ProfileRefusal) {
    let names = try FunctionNames(sections.names)
    let files = try FileLists(sections.files)
    functions = try Self.functions(sections.functions, names, files)
    fileNames = files.names
  }

  /// Of several records with a function's name the first counts that is not blank.
  private static func functions(
    _ section: [UInt8], _ names: FunctionNames, _ files: FileLists
  ) throws(ProfileRefusal) -> [Function] {
    var cursor = ByteCursor(section, of: "the coverage map")
    var functions: [Function] = []
    var indexByName: [UInt64: Int] = [:]
    while cursor.left > 0 {
      let name = try cursor.number(bytes: 8)
      let size = try cursor.number(bytes: 4)
      let key = RawProfile.Key(name: name, hash: try cursor.number(bytes: 8))
      guard let list = files.list(try cursor.number(bytes: 8)) else { throw cursor.damaged }
      var body = cursor.within(try cursor.range(size))
      cursor.align(to: 8, from: 0)
      let known = indexByName[name]
      if let known, functions[known].key.hash != 0 || !functions[known].isBlank { continue }
      guard let text = names.name(name), !text.isEmpty else { throw cursor.damaged }
      var function = Function(
        key: key, name: "", files: [], regions: [], sums: [], order: [], isBlank: false)
      try FunctionReading.read(&body, list, into: &function)
      if known != nil, key.hash == 0, function.isBlank { continue }
      function.name = bare(String(decoding: text, as: UTF8.self), file: files.names, function.files.first)
      if let known { functions[known] = function } else { functions.append(function) }
      if known == nil { indexByName[name] = functions.count - 1 }
    }
    return unique(functions)
  }

  /// Names that other files can't see have their file's in front.
  private static func bare(_ name: String, file names: [String], _ file: Int32?) -> String {
    guard let prefix = file.map({ names[Int($0)].utf8 }), name.utf8.starts(with: prefix) else { return name }
    return String(decoding: name.utf8.dropFirst(prefix.count + 1), as: UTF8.self)
  }

  private static func unique(_ functions: [Function]) -> [Function] {
    struct Known: Hashable {
      var name: String
      var files: [Int32]
    }
    var seen: Set<Known> = []
    return functions.filter { seen.insert(Known(name: $0.name, files: $0.files)).inserted }
  }
}
