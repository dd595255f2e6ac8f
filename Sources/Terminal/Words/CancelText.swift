import Words

/// What `bothy cancel` ended.
public enum CancelText {
  /// "Canceled: 1 integration and the search why a test fails."
  public static func sentence(integrations: Int, searches: Int) -> String {
    var what: [String] = []
    if integrations > 0 || searches == 0 { what.append(Figures.count(integrations, "integration")) }
    if searches > 0 { what.append("the search why a test fails") }
    return "Canceled: \(what.joined(separator: " and "))."
  }
}
