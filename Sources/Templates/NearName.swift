import Words

/// The name that was probably meant.
enum NearName {
  /// `: did you mean …?`, else what there is.
  static func advice(_ names: some Collection<String>, to written: String, nothing: String) -> String {
    if let near = Nearest.word(to: written, among: names.sorted()) { return ": did you mean `\(near)`?" }
    guard !names.isEmpty else { return ": \(nothing)" }
    let shown = names.sorted().prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    return ": there is \(shown)\(names.count > 10 ? " and \(names.count - 10) more" : "")"
  }
}
