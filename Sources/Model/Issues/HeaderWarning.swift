/// Clang tells the option that asks for a warning, and Swift, which reads headers by it, leaves that out.
enum HeaderWarning {
  static let endings: Set<String> = ["h", "hh", "hpp", "hxx", "inc", "inl", "def", "tcc"]

  /// What both say.
  static func plain(_ message: String, in file: String?) -> String {
    let ending = file?.split(separator: ".").last ?? ""
    guard message.last == "]", endings.contains(String(ending)),
      let option = message.firstMatch(of: #/ \[-W[^\]\[ ]+\]$/#)
    else { return message }
    return String(message[..<option.range.lowerBound])
  }
}
