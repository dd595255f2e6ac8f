import Model

/// What SwiftPM tells of a dependency that it could not fetch: one cause, which it may tell twice.
enum FetchFailures {
  /// - Parameter advice: what names the dependencies, where SwiftPM told only of a folder in its cache.
  static func joined(_ told: [Diagnostic], advice: String?) -> [Diagnostic] {
    let failed = told.filter { $0.severity == .error }.compactMap { cloned(in: $0.message) }
    // It tries without its cache then, and that is what failed.
    var joined = told.filter { diagnostic in
      diagnostic.severity != .warning || !diagnostic.message.contains(": skipping cache due to an error: ")
        || !(cloned(in: diagnostic.message).map(failed.contains) ?? false)
    }
    guard let advice else { return joined }
    var error = Diagnostic.error(advice)
    error.details = joined.filter(isOfCache).flatMap { [$0.message] + $0.details }
    joined.removeAll(where: isOfCache)
    return joined + [error]
  }

  /// `Failed to clone repository https://…: fatal: …`
  private static func cloned(in message: String) -> Substring? {
    message.firstMatch(of: /Failed to clone repository (\S+?):(?:\s|$)/)?.1
  }

  private static func isOfCache(_ diagnostic: Diagnostic) -> Bool {
    let shape = /Git command 'git -C \S+ config --get remote\.origin\.url' failed/
    return diagnostic.severity == .error && diagnostic.message.prefixMatch(of: shape) != nil
  }
}
