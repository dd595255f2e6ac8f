internal import Inflating

/// The names of all functions that are counted, by their hashes.
struct FunctionNames {
  private var byHash: [UInt64: ArraySlice<UInt8>] = [:]

  init(_ section: [UInt8]) throws(ProfileRefusal) {
    var cursor = ByteCursor(section, of: "the list of functions' names")
    while cursor.left > 0 {
      let size = try cursor.variable()
      let packed = try cursor.variable()
      let text: ArraySlice<UInt8>
      if packed > 0 {
        guard let whole = inflated(try cursor.take(packed), count: Int(clamping: size)) else {
          throw cursor.damaged
        }
        text = whole[...]
      } else {
        text = try cursor.take(size)
      }
      for name in text.split(separator: 1) { byHash[NameHash.of(name)] = name }
      cursor.skipZeros()
    }
  }

  func name(_ hash: UInt64) -> ArraySlice<UInt8>? { byHash[hash] }
}
