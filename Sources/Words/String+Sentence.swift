extension StringProtocol {
  public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  public var uncapitalizedFirst: String { prefix(1).lowercased() + dropFirst() }

  /// With a full stop, unless it has an end already.
  public var ended: String {
    guard let last, !".!?…".contains(last) else { return String(self) }
    return self + "."
  }
}
