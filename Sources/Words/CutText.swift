// Cut here, where bytes are gone through as bytes: rooms that are not optimized would do it letter by letter.

extension String {
  /// What stands between the slashes; nothing where nothing does.
  public var pathParts: [Substring] { parts(between: UInt8(ascii: "/"), most: .max) }

  /// Likewise, with an empty one where nothing does.
  public var allPathParts: [Substring] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  public var lines: [Substring] { parts(between: UInt8(ascii: "\n"), most: .max) }

  /// The fields of a row, of which the last may hold further tabs.
  public func fields(most: Int) -> [Substring] { parts(between: UInt8(ascii: "\t"), most: most) }

  private func parts(between byte: UInt8, most: Int) -> [Substring] {
    utf8.split(separator: byte, maxSplits: most == .max ? .max : most - 1).map { Substring($0) }
  }
}

extension Substring {
  public func fields(most: Int) -> [Substring] { String(self).fields(most: most) }
}
