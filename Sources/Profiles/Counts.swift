/// How often each part of each function was executed, by one process or by several.
public struct Counts: Sendable {
  private var known: [RawProfile.Key: [UInt64]] = [:]
  /// The functions of which anything was executed.
  private var names: Set<UInt64> = []

  public init() {}

  public init(_ profile: RawProfile) throws(ProfileRefusal) { try add(profile) }

  public mutating func add(_ profile: RawProfile) throws(ProfileRefusal) {
    for function in profile.functions {
      // What was not executed is not told apart from what is not there.
      guard profile.counters[function.counters].contains(where: { $0 > 0 }) else { continue }
      names.insert(function.key.name)
      guard let before = known[function.key] else {
        known[function.key] = Array(profile.counters[function.counters])
        continue
      }
      guard before.count == function.counters.count else {
        throw .damaged("two profiles disagree about a function")
      }
      known[function.key] = zip(before, profile.counters[function.counters]).map { one, other in
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : sum
      }
    }
  }

  /// The functions of which anything was executed.
  var keys: some Collection<RawProfile.Key> { known.keys }

  enum Found {
    case counted([UInt64])
    case notExecuted
    /// One of this name was, but it has another form.
    case other
  }

  func of(_ key: RawProfile.Key) -> Found {
    if let found = known[key] { return .counted(found) }
    return names.contains(key.name) ? .other : .notExecuted
  }
}
