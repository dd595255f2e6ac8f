import Model

/// What is in the sources and did not run: where, what and why.
struct UnrunText {
  let paragraphs: Paragraphs
  let place: Place

  func line(_ row: DidNotRun) -> String {
    let place = place.text(row.file?.rawValue, row.line).map { $0 + ": " } ?? ""
    let suite = row.suite.isEmpty ? "" : row.suite + "/"
    return SafeText.line("\(place)\(suite)\(row.name): \(row.kind.word): \(row.why)")
  }
}
