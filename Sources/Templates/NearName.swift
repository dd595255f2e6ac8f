/// The name that was probably meant.
enum NearName {
  static func among(_ names: some Sequence<String>, to written: String) -> String? {
    let wrong = Array(written.lowercased().unicodeScalars.prefix(64))
    let most = max(1, wrong.count / 3)
    var best: (name: String, distance: Int)?
    for name in names.sorted() {
      let found = distance(wrong, Array(name.lowercased().unicodeScalars.prefix(64)))
      if found <= most, found < best?.distance ?? .max { best = (name, found) }
    }
    return best?.name
  }

  /// `: did you mean …?`, else what there is.
  static func advice(_ names: some Collection<String>, to written: String, nothing: String) -> String {
    if let near = among(names, to: written) { return ": did you mean `\(near)`?" }
    guard !names.isEmpty else { return ": \(nothing)" }
    let shown = names.sorted().prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    return ": there is \(shown)\(names.count > 10 ? " and \(names.count - 10) more" : "")"
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      before = above
      above = row
    }
    return above[b.count]
  }
}
