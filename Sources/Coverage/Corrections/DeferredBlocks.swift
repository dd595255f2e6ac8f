internal import Tokens

/// The compiler gives what is deferred no count of its own: it lies in the region around it.
struct DeferredBlock {
  /// From the keyword to its last bracket.
  var place: LLVMExport.Place
  /// From there to the end of the block around it, where it runs.
  var scope: LLVMExport.Place

  static func all(in source: [UInt8]) -> [DeferredBlock] {
    guard source.holds("defer") else { return [] }
    var found: [DeferredBlock] = []
    // Of each bracket that is open, the `defer` that it belongs to, and what was deferred in it.
    var open: [(deferred: (Int32, Int32)?, inside: [Int])] = [(nil, [])]
    var (line, start) = (Int32(1), 0)
    var keyword: (Int32, Int32)?
    var before: UInt8 = 0
    for token in SourceTokens(source) {
      let here = (line, Int32(clamping: token.start - start + 1))
      for index in token.range where source[index] == UInt8(ascii: "\n") {
        (line, start) = (line + 1, index + 1)
      }
      guard !token.kind.isBlank else { continue }
      let word = source[token.range]
      if token.kind == .punctuation, word.first == UInt8(ascii: "{") {
        open.append((keyword, []))
      } else if token.kind == .punctuation, word.first == UInt8(ascii: "}"), open.count > 1 {
        let (deferred, inside) = open.removeLast()
        for index in inside { (found[index].scope.endLine, found[index].scope.endColumn) = here }
        if let deferred {
          let place = LLVMExport.Place(
            line: deferred.0, column: deferred.1, endLine: here.0, endColumn: here.1 + 1)
          open[open.count - 1].inside.append(found.count)
          let scope = LLVMExport.Place(
            line: here.0, column: here.1 + 1, endLine: here.0, endColumn: here.1 + 1)
          found.append(DeferredBlock(place: place, scope: scope))
        }
      }
      let isDefer = token.kind == .keyword && word.elementsEqual("defer".utf8) && before != UInt8(ascii: ".")
      keyword = isDefer ? here : nil
      before = word.last ?? 0
    }
    return found
  }
}
