import Kit

/// How many tests of a kind work at once.
enum Turns {
  /// Two cores: more packages built at once would only make each of them slower.
  static let building = Lanes(2)
  /// What builds nothing, or with a script in the place of swift, waits more than it works; so does what has
  /// small packages integrated by a watcher. Once no more of them wait, one lane is for those that build.
  static let waiting = Lanes(2, leavingOneTo: building)
}

/// Each package would compile the modules of the C library anew. By a variable which bin/test sets they share
/// them, as the tests of the package manager do; one goes without, as at a newcomer's.
enum SharedModules {
  static let none: [String: String?] = ["SWIFTPM_TESTS_MODULECACHE": String?.none]
}
