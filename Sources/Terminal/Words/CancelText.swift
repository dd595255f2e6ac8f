import Words

/// What `bothy cancel` ended.
public enum CancelText {
  /// "Canceled: 1 integration and what was found out meanwhile."
  public static func sentence(integrations: Int, searches: Int) -> String {
    var what: [String] = []
    if integrations > 0 || searches == 0 { what.append(Figures.count(integrations, "integration")) }
    if searches > 0 { what.append("what was found out meanwhile") }
    return "Canceled: \(what.joined(separator: " and "))."
  }
}
