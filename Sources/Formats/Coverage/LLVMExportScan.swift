internal import Coverage
internal import Model

/// Fills an export from its JSON, in one pass, whatever the order of its keys.
struct LLVMExportScan {
  private var cursor: JSONCursor
  private(set) var export = LLVMExport()
  private(set) var type = ""
  private var indices: [String: Int32] = [:]
  /// Functions of one file follow each other: the last name, as bytes, saves most lookups.
  private var lastName: UnsafeRawBufferPointer?
  private var lastIndex: Int32 = 0

  /// Kinds of regions, as the format numbers them.
  private static let codeKind: UInt64 = 0

  init(_ json: UnsafeRawBufferPointer) {
    cursor = JSONCursor(json)
  }

  mutating func readDocument() throws {
    var sets = 0
    try members { scan, key in
      if key.spells("type") {
        scan.type = try scan.cursor.string()
      } else if key.spells("version") {
        scan.export.version = try scan.cursor.string()
      } else if key.spells("data") {
        sets += try scan.readData()
      } else {
        try scan.cursor.skip()
      }
    }
    guard cursor.peek() == 0 else { throw cursor.fault("something follows the end") }
    guard sets > 0 || type.isEmpty else { throw cursor.fault("it holds no data") }
  }

  private mutating func readData() throws -> Int {
    var sets = 0
    try each {
      sets += 1
      try $0.members { scan, key in
        if key.spells("files") {
          try scan.each { try $0.readFile() }
        } else if key.spells("functions") {
          try scan.each { try $0.readFunction() }
        } else {
          try scan.cursor.skip()
        }
      }
    }
    return sets
  }

  private mutating func readFile() throws {
    var file = LLVMExport.File(name: "", segments: [], totals: LLVMTotals())
    try members { scan, key in
      if key.spells("filename") {
        file.name = try scan.cursor.string()
      } else if key.spells("segments") {
        try scan.cursor.array { file.segments.append(try Self.segment(&$0)) }
      } else if key.spells("summary") {
        file.totals = try scan.readTotals()
      } else {
        try scan.cursor.skip()
      }
    }
    export.files.append(file)
  }

  /// [line, column, count, hasCount, isRegionEntry, isGapRegion]
  @inline(__always)
  private static func segment(_ cursor: inout JSONCursor) throws -> CoverageSegment {
    try cursor.pass(UInt8(ascii: "["))
    let line = try cursor.int32()
    let column = Int32(clamping: try next(&cursor))
    let count = try next(&cursor)
    try cursor.pass(UInt8(ascii: ","))
    let hasCount = try cursor.bool()
    try cursor.pass(UInt8(ascii: ","))
    let isEntry = try cursor.bool()
    let isGap = cursor.passIf(UInt8(ascii: ",")) ? try cursor.bool() : false
    try passRest(&cursor)
    return CoverageSegment(
      line: line, column: column, count: hasCount ? count : 0,
      kind: hasCount ? (isGap ? .gap : .code) : .none,
      isEntry: isEntry)
  }

  /// The number behind a comma.
  @inline(__always)
  private static func next(_ cursor: inout JSONCursor) throws -> UInt64 {
    try cursor.pass(UInt8(ascii: ","))
    return try cursor.number()
  }

  /// What a later version of the format may add at the end of a row.
  @inline(__always)
  private static func passRest(_ cursor: inout JSONCursor) throws {
    while cursor.passIf(UInt8(ascii: ",")) { try cursor.skip() }
    try cursor.pass(UInt8(ascii: "]"))
  }

  private mutating func readTotals() throws -> LLVMTotals {
    var totals = LLVMTotals()
    try members { scan, key in
      if key.spells("lines") {
        totals.lines = try scan.readTotal()
      } else if key.spells("regions") {
        totals.regions = try scan.readTotal()
      } else if key.spells("functions") {
        totals.functions = try scan.readTotal()
      } else {
        try scan.cursor.skip()
      }
    }
    return totals
  }

  private mutating func readTotal() throws -> LLVMTotals.Total {
    var total = LLVMTotals.Total()
    try members { scan, key in
      if key.spells("count") {
        total.count = Int(clamping: try scan.cursor.number())
      } else if key.spells("covered") {
        total.covered = Int(clamping: try scan.cursor.number())
      } else {
        try scan.cursor.skip()
      }
    }
    return total
  }

  private mutating func readFunction() throws {
    let start = export.regions.count
    var function = LLVMExport.Function(name: "", count: 0, files: [], regions: start..<start)
    try members { scan, key in
      if key.spells("name") {
        function.name = try scan.cursor.string()
      } else if key.spells("count") {
        function.count = try scan.cursor.number()
      } else if key.spells("filenames") {
        try scan.each { function.files.append(try $0.readFileName()) }
      } else if key.spells("regions") {
        try scan.each { try $0.readRegion() }
      } else {
        try scan.cursor.skip()
      }
    }
    function.regions = start..<export.regions.count
    export.functions.append(function)
  }

  private mutating func readFileName() throws -> Int32 {
    let raw = try cursor.rawString()
    if let lastName, lastName.elementsEqual(raw) { return lastIndex }
    let name = JSONCursor.text(raw)
    let index = indices[name] ?? Int32(export.fileNames.count)
    if indices.updateValue(index, forKey: name) == nil { export.fileNames.append(name) }
    lastName = raw
    lastIndex = index
    return index
  }

  /// [line, column, endLine, endColumn, count, file, expandedFile, kind]
  @inline(__always)
  private mutating func readRegion() throws {
    try cursor.pass(UInt8(ascii: "["))
    let line = try cursor.int32()
    let column = Int32(clamping: try Self.next(&cursor))
    let endLine = Int32(clamping: try Self.next(&cursor))
    let endColumn = Int32(clamping: try Self.next(&cursor))
    let count = try Self.next(&cursor)
    let file = Int32(clamping: try Self.next(&cursor))
    _ = try Self.next(&cursor)
    let kind = try Self.next(&cursor)
    try Self.passRest(&cursor)
    guard kind == Self.codeKind else { return }
    let place = LLVMExport.Place(line: line, column: column, endLine: endLine, endColumn: endColumn)
    export.regions.append(LLVMExport.Region(place: place, file: file, count: count))
  }

  private mutating func each(_ body: (inout Self) throws -> Void) throws {
    try cursor.pass(UInt8(ascii: "["))
    if cursor.passIf(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while cursor.passIf(UInt8(ascii: ","))
    try cursor.pass(UInt8(ascii: "]"))
  }

  private mutating func members(_ body: (inout Self, UnsafeRawBufferPointer) throws -> Void) throws {
    try cursor.pass(UInt8(ascii: "{"))
    if cursor.passIf(UInt8(ascii: "}")) { return }
    repeat {
      let key = try cursor.rawString()
      try cursor.pass(UInt8(ascii: ":"))
      try body(&self, key)
    } while cursor.passIf(UInt8(ascii: ","))
    try cursor.pass(UInt8(ascii: "}"))
  }
}
