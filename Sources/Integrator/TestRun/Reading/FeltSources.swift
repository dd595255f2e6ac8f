import Coverage
import Model
import Tokens

/// What of a test target tests of others cannot feel, which name nothing of it: of what it makes of types of
/// elsewhere all is felt, and whatever that may call or is not known to be somebody's.
struct FeltSources {
  private struct Piece {
    var file: PackagePath
    var name: String
    var bytes: Range<Int>
    /// What it may call.
    var words: Set<String>
  }

  private(set) var unfelt: [PackagePath: [Range<Int>]] = [:]

  init(_ files: [TestSource]) {
    let own = Set(files.flatMap(\.declarations.types).filter { $0.kind != "extension" }.map(\.name))
    var pieces: [Piece] = []
    var words: Set<String> = []
    for file in files {
      let code = file.declarations.code
      let found = Self.outermost(Self.named(in: file.declarations, own))
      var end = 0
      for piece in found {
        words.formUnion(code.names(in: end..<piece.tokens.lowerBound))
        pieces.append(
          Piece(
            file: file.file, name: piece.name, bytes: code.bytes(of: piece.tokens),
            words: code.names(in: piece.tokens)))
        end = piece.tokens.upperBound
      }
      words.formUnion(code.names(in: end..<code.tokens.count))
      unfelt[file.file] = Self.libraries(code)
    }
    while true {
      let reached = pieces.indices.filter { words.contains(pieces[$0].name) }
      guard !reached.isEmpty else { break }
      for index in reached.reversed() { words.formUnion(pieces.remove(at: index).words) }
    }
    for piece in pieces { unfelt[piece.file, default: []].append(piece.bytes) }
  }

  private typealias Named = (name: String, tokens: Range<Int>)

  /// Types of its own with all that is in them, and functions that stand alone: what stands at a type of
  /// elsewhere may be what a protocol asks of that.
  private static func named(in declarations: TestDeclarations, _ own: Set<String>) -> [Named] {
    let types = declarations.types.filter { own.contains($0.name) && $0.last > $0.first }
    let functions = declarations.functions.filter { $0.type == nil && !$0.name.isEmpty }
    return types.map { ($0.name, $0.first..<$0.last + 1) }
      + functions.compactMap { function in
        function.body.map { body in
          (function.name, function.first..<declarations.code.closing(body, "{", "}") + 1)
        }
      }
  }

  private static func outermost(_ all: [Named]) -> [Named] {
    var found: [Named] = []
    let sorted = all.sorted {
      ($0.tokens.lowerBound, -$0.tokens.upperBound) < ($1.tokens.lowerBound, -$1.tokens.upperBound)
    }
    for one in sorted where one.tokens.lowerBound >= found.last?.tokens.upperBound ?? 0 { found.append(one) }
    return found
  }

  /// Which library a file has its tests from is its own affair.
  private static func libraries(_ code: TestCode) -> [Range<Int>] {
    code.tokens.indices.dropLast().filter { index in
      code.kind(index) == .keyword && code.startsWord(index, with: "import")
        && ["XCTest", "Testing"].contains(code.text(index + 1)) && !code.isSign(index + 2, ".")
    }.map { code.bytes(of: $0..<$0 + 2) }
  }
}

extension TestCode {
  fileprivate func bytes(of range: Range<Int>) -> Range<Int> {
    tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end
  }
}
