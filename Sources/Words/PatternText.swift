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

  /// The one text that a pattern means from its beginning to its end, or to the slash behind a test's name;
  /// nil of one that means several.
  public static func meant(by pattern: String) -> String? {
    guard pattern.hasPrefix("^"), let last = pattern.last, last == "$" || last == "/" else { return nil }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in pattern.dropFirst().dropLast().unicodeScalars {
      if isEscaped, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) { return nil }
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, "^$.|?*+()[]{}".unicodeScalars.contains(scalar) { return nil }
      text.append(scalar)
      isEscaped = false
    }
    return isEscaped || text.isEmpty ? nil : String(text)
  }
}
