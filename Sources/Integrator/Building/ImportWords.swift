import Files
import Tokens

/// Which modules a source names where it imports one, or asks whether it can.
enum ImportWords {
  enum Place { case importing, asking }

  /// Those of the names that stand in one of these sources so. What cannot be read may name each.
  static func named(_ names: [String], in sources: some Sequence<String>, _ places: Set<Place>) -> [String] {
    guard !names.isEmpty else { return [] }
    let search = ByteSearch(names.map { .init(Array($0.utf8)) })
    let wanted = Set(names)
    var found: Set<String> = []
    for source in sources {
      guard let bytes = contents(of: source) else { return names }
      guard bytes.holds("mport"), !search.found(in: bytes).isEmpty else { continue }
      found.formUnion(self.names(in: TestCode(bytes), places).intersection(wanted))
    }
    return names.filter(found.contains)
  }

  private static func names(in code: TestCode, _ places: Set<Place>) -> Set<String> {
    var names: Set<String> = []
    for index in code.tokens.indices {
      switch code.text(index) {
      case "import" where places.contains(.importing) && code.kind(index) == .keyword:
        // `import struct A.S`
        let isKind = code.kind(index + 1) == .keyword && code.kind(index + 2) == .identifier
        names.insert(code.text(isKind ? index + 2 : index + 1))
      case "canImport" where places.contains(.asking) && code.isSign(index + 1, "("):
        names.insert(code.text(index + 2))
      default: break
      }
    }
    return names
  }
}
