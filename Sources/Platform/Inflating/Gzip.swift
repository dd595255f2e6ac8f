internal import CZlib

/// Bytes as gzip packs them, part by part.
public final class GzipPacker {
  private let stream: UnsafeMutablePointer<z_stream>
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  public init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, 6, Z_DEFLATED, 15 + gzipFormat, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "There is memory for one more stream.")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// What can be written of it by now.
  public func add(_ bytes: [UInt8]) -> [UInt8] { pack(bytes, Z_NO_FLUSH) }

  /// The rest, behind which nothing may be added.
  public func end() -> [UInt8] { pack([], Z_FINISH) }

  private func pack(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var packed: [UInt8] = []
    bytes.withUnsafeBufferPointer { source in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.pointee.avail_in = uInt(source.count)
      repeat {
        let used = room.withUnsafeMutableBufferPointer { target in
          stream.pointee.next_out = target.baseAddress
          stream.pointee.avail_out = uInt(target.count)
          deflate(stream, flush)
          return target.count - Int(stream.pointee.avail_out)
        }
        packed += room[..<used]
      } while stream.pointee.avail_out == 0
      stream.pointee.next_in = nil
    }
    return packed
  }
}

/// What gzip packed, part by part.
public final class GzipUnpacker {
  private let stream: UnsafeMutablePointer<z_stream>
  private var room = [UInt8](repeating: 0, count: 1 << 16)
  /// All was there, and its checksum is right.
  public private(set) var isWhole = false

  public init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, 15 + gzipFormat, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "There is memory for one more stream.")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Hands over what comes of it, in parts of a bounded size. False where it is not what gzip wrote, or
  /// goes on behind its end.
  public func unpack(_ bytes: [UInt8], _ body: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
    guard !isWhole else { return bytes.isEmpty }
    var rest = bytes[...]
    while !rest.isEmpty {
      let (status, taken, made) = step(rest)
      rest = rest.dropFirst(taken)
      if made > 0 { try body(room[..<made]) }
      switch status {
      case Z_STREAM_END:
        isWhole = true
        return rest.isEmpty
      case Z_OK where taken > 0 || made > 0: continue
      default: return false
      }
    }
    return try drain(body)
  }

  /// What did not fit into the room.
  private func drain(_ body: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
    while true {
      let (status, _, made) = step([])
      if made > 0 { try body(room[..<made]) }
      if status == Z_STREAM_END { isWhole = true }
      guard status == Z_OK, made > 0 else { return status == Z_BUF_ERROR || status == Z_OK || isWhole }
    }
  }

  private func step(_ bytes: ArraySlice<UInt8>) -> (status: Int32, taken: Int, made: Int) {
    bytes.withUnsafeBufferPointer { source in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.pointee.avail_in = uInt(source.count)
      defer { stream.pointee.next_in = nil }
      return room.withUnsafeMutableBufferPointer { target in
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = uInt(target.count)
        let status = inflate(stream, Z_NO_FLUSH)
        return (
          status, source.count - Int(stream.pointee.avail_in), target.count - Int(stream.pointee.avail_out)
        )
      }
    }
  }
}

/// Added to the size of the window, it asks zlib for the frame of gzip and for no other.
private let gzipFormat: Int32 = 16
