/// How long something usually takes, by how long the like of it took before.
public enum Usual {
  private static let mostTimes = 3.0

  /// The median; nil where they say nothing, because even without the outermost two they are too far apart.
  public static func seconds(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    let inner = sorted.count >= 4 ? sorted[1..<(sorted.count - 1)] : sorted[...]
    guard let least = inner.first, let most = inner.last, most <= mostTimes * least + 0.5 else { return nil }
    let upper = sorted[sorted.count / 2]
    return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
  }
}
