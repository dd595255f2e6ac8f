/// What an `==` calls, straight or through others, as far as names tell: which test asks it is up to chance,
/// as it is of that `==`.
public enum EqualityCalls {
  /// Indices of these functions, without the equalities themselves. Of each is asked by which names it is
  /// called, and what is named in its body.
  public static func of(
    _ functions: [TestMap.Function], names: (Int) -> Set<String>, words: (Int) -> Set<String>
  ) -> Set<Int> {
    let equalities = functions.indices.filter { functions[$0].isEquality }
    guard !equalities.isEmpty else { return [] }
    var named: [String: [Int]] = [:]
    for index in functions.indices {
      for name in names(index) { named[name, default: []].append(index) }
    }
    var (waiting, found, seen) = (equalities, Set(equalities), Set<String>())
    while let next = waiting.popLast() {
      for word in words(next) where seen.insert(word).inserted {
        for index in named[word] ?? [] where found.insert(index).inserted { waiting.append(index) }
      }
    }
    return found.subtracting(equalities)
  }
}
