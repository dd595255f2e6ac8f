/// Why no further phase is worth doing. A verdict, not an error.
enum PhaseStop: Error {
  case canceled
  case limit(String)
  case checkout(String)
  case trigger(String)
  case build(String)
  /// Nothing was tested, or what was measured cannot be trusted.
  case inconclusive(String)
}
