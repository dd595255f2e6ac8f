/// Regular expressions.
public enum PatternText {
  /// One that matches the text alone. What `isAny` says of matches anything.
  public static func matching(_ text: String, isAny: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
    var pattern = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isAny(scalar) {
        pattern.append(".")
        continue
      }
      if "\\^$.|?*+()[]{}".unicodeScalars.contains(scalar) { pattern.append("\\") }
      pattern.append(scalar)
    }
    return String(pattern)
  }
}
