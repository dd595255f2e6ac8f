internal import CZlib

/// What was compressed as zlib does it, if it comes to exactly `count` bytes; nil where it does not.
public func inflated(_ compressed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
  // No more than that can come of it, so that nothing is set aside for a size that is made up.
  guard count >= 0, count / 1032 <= compressed.count else { return nil }
  var written = uLongf(count)
  var isWhole = false
  let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { target, used in
    compressed.withUnsafeBufferPointer { source in
      let status = uncompress(target.baseAddress, &written, source.baseAddress, uLong(source.count))
      isWhole = status == Z_OK && written == uLongf(count)
    }
    used = isWhole ? count : 0
  }
  return isWhole ? bytes : nil
}
