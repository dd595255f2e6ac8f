/// The names in a text, if that is a path or a part of one, whatever marks it as a text.
enum PathNames {
  private static let between = Set("/\"\\()#".utf8)

  static func of(_ text: some Sequence<UInt8>) -> [String] {
    text.split(whereSeparator: between.contains).map { String(decoding: $0, as: UTF8.self) }
  }
}
