internal import CZlib

/// The bytes as gzip has them, for who said that it takes them so; nil where there is no memory for it.
public func gzipped(_ bytes: [UInt8], level: Int32 = 5) -> [UInt8]? {
  var stream = z_stream()
  // 16 more than the largest window: with gzip's own head and end.
  guard
    deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return nil }
  defer { deflateEnd(&stream) }
  let most = Int(deflateBound(&stream, uLong(bytes.count)))
  var isWhole = false
  let compressed = [UInt8](unsafeUninitializedCapacity: most) { target, used in
    bytes.withUnsafeBufferPointer { source in
      stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.avail_in = uInt(source.count)
      stream.next_out = target.baseAddress
      stream.avail_out = uInt(target.count)
      isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
    }
    used = isWhole ? target.count - Int(stream.avail_out) : 0
  }
  return isWhole ? compressed : nil
}
