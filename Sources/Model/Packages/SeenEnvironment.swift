/// The environment that tests see.
public struct SeenEnvironment: Codable, Equatable, Sendable {
  /// TZ. Null when it is not set, so that tests have the machine's time zone.
  @Nullable public var timeZone: String?
  /// LC_ALL or LANG. Null when neither is set.
  @Nullable public var language: String?
  /// The names of all variables, sorted. Their values may be secrets.
  public var variables: [String]

  public init(_ environment: [String: String]) {
    timeZone = environment["TZ"]
    language = environment["LC_ALL"] ?? environment["LANG"]
    variables = environment.keys.sorted()
  }
}

extension SettingDifference {
  /// In what the environments of the tests of two integrations differ.
  static func seen(_ before: Report, _ now: Report) -> [Self] {
    guard let old = before.environment, let new = now.environment else { return [] }
    let values = [
      ("TZ", old.timeZone, new.timeZone), ("LANG", old.language, new.language),
    ].filter { $0.1 != $0.2 }.map { Self(name: $0.0, before: $0.1 ?? "", now: $0.2 ?? "") }
    let (were, are) = (Set(old.variables), Set(new.variables))
    let told = Set(values.map(\.name)).union(["LC_ALL"])
    return values
      + were.symmetricDifference(are).subtracting(told).sorted().map { name in
        Self(
          name: "variable \(name)", before: were.contains(name) ? "set" : "",
          now: are.contains(name) ? "set" : "")
      }
  }
}
