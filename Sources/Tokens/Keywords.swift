/// The keywords of a language, by their bytes: making a text of each word would take longer than all else.
struct Keywords: Sendable {
  private static let longest = 15
  private static let swift = Keywords(SourceLanguage.swiftKeywords, before: SourceLanguage.precedingValue)
  private static let c = Keywords(SourceLanguage.cKeywords, before: [])

  /// By length.
  private let words: [[UInt128]]
  private let before: Set<UInt128>

  private init(_ texts: [String], before: [String]) {
    var words = [[UInt128]](repeating: [], count: Self.longest + 1)
    for text in texts { words[text.utf8.count].append(Self.packed(Array(text.utf8), 0, text.utf8.count)) }
    self.words = words
    self.before = Set(before.map { Self.packed(Array($0.utf8), 0, $0.utf8.count) })
  }

  static func of(_ language: SourceLanguage) -> Keywords {
    switch language {
    case .swift: swift
    case .c: c
    }
  }

  @inline(__always) private static func packed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt128 {
    var word: UInt128 = 0
    for index in start..<end { word = word &<< 8 | UInt128(bytes[index]) }
    return word
  }

  func contains(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard end - start <= Self.longest, !words[end - start].isEmpty else { return false }
    let word = Self.packed(bytes, start, end)
    for known in words[end - start] where known == word { return true }
    return false
  }

  func precedesValue(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    before.contains(Self.packed(bytes, start, end))
  }
}
