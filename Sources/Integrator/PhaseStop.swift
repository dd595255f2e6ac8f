import Model

/// Why no further step is worth doing. A verdict, not an error.
enum PhaseStop: Error, Equatable {
  case canceled
  case limit(String)
  case checkout(String)
  case trigger(String)
  /// What the package asks for cannot be read.
  case settings(String)
  /// It did not build, the manifest included.
  case build([Diagnostic])
}
