import Foundation

/// What is known of the files of a checkout since last time, so that unchanged ones need not be read.
struct CheckoutCache {
  struct Known: Equatable {
    /// The file in the checkout, as it was left.
    var here: FileStamp
    /// The user's file that it is a copy of.
    var source: FileStamp?
    /// The blob that it is, by the rules that `rules` names.
    var id: ObjectID?
  }

  /// The attributes and settings by which blobs became files; other rules make every id worthless.
  var rules: [UInt8] = []
  var known: [TreePath: Known] = [:]

  private static let heading = Array("bothy checkout 2\n".utf8)

  var bytes: [UInt8] {
    var writer = Writer()
    writer.bytes.reserveCapacity(known.count * 200)
    writer.bytes += Self.heading
    writer.block(rules)
    writer.number(UInt64(known.count))
    for (path, entry) in known {
      writer.block(path.bytes)
      writer.stamp(entry.here)
      writer.number((entry.source == nil ? 0 : 1) | (entry.id == nil ? 0 : 2))
      if let source = entry.source { writer.stamp(source) }
      if let id = entry.id { writer.bytes += id.bytes }
    }
    return writer.bytes + ObjectID(blob: writer.bytes).bytes
  }
}

extension CheckoutCache {
  /// A damaged or missing file is an empty cache: everything is compared byte by byte then.
  init(readFrom path: String) {
    self.init()
    guard let content = FileManager.default.contents(atPath: path) else { return }
    let bytes = [UInt8](content)
    guard bytes.count >= 20 else { return }
    let body = Array(bytes[..<(bytes.count - 20)])
    guard ObjectID(blob: body).bytes.elementsEqual(bytes[(bytes.count - 20)...]) else { return }
    var reader = Reader(bytes: body)
    guard reader.take(Self.heading.count).map(Array.init) == Self.heading,
      let rules = reader.block(), let count = reader.number()
    else { return }
    var known = [TreePath: Known](minimumCapacity: Int(clamping: min(count, UInt64(body.count))))
    for _ in 0..<count {
      guard let path = reader.block(), let here = reader.stamp(), let flags = reader.number() else { return }
      var entry = Known(here: here)
      if flags & 1 != 0 {
        guard let source = reader.stamp() else { return }
        entry.source = source
      }
      if flags & 2 != 0 {
        guard let id = reader.id() else { return }
        entry.id = id
      }
      known[TreePath(bytes: path)] = entry
    }
    self.init(rules: rules, known: known)
  }

  private struct Writer {
    var bytes = [UInt8]()

    mutating func number(_ value: UInt64) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func block(_ block: [UInt8]) {
      number(UInt64(block.count))
      bytes += block
    }

    mutating func stamp(_ stamp: FileStamp) {
      number(stamp.inode)
      number(UInt64(bitPattern: stamp.size))
      for moment in [stamp.modified, stamp.changed] {
        number(UInt64(bitPattern: moment.seconds))
        number(UInt64(bitPattern: moment.nanoseconds))
      }
      number(UInt64(stamp.mode))
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count - place else { return nil }
      defer { place += count }
      return bytes[place..<(place + count)]
    }

    mutating func number() -> UInt64? {
      guard bytes.count - place >= 8 else { return nil }
      defer { place += 8 }
      return bytes.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
    }

    mutating func block() -> [UInt8]? {
      number().flatMap { Int(exactly: $0) }.flatMap { take($0) }.map { Array($0) }
    }

    mutating func id() -> ObjectID? { take(20).map { ObjectID(bytes: $0) } }

    mutating func stamp() -> FileStamp? {
      guard bytes.count - place >= 56 else { return nil }
      func next() -> Int64 { Int64(bitPattern: number() ?? 0) }
      func moment() -> FileStamp.Moment { FileStamp.Moment(seconds: next(), nanoseconds: next()) }
      return FileStamp(
        inode: UInt64(bitPattern: next()), size: next(), modified: moment(), changed: moment(),
        mode: UInt32(truncatingIfNeeded: next()))
    }
  }
}
