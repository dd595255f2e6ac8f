/// Where a process was in what a macro expands to, whose lines are those of no source.
public struct MacroPlace: Equatable, Sendable {
  /// In what it expands to.
  public var line: Int
  /// In the source, where an expression or a declaration is a macro; nil: what is written beside one.
  public var call: Int?
  /// The source's name without what is neither a letter nor a digit of ASCII, as far as names are kept.
  public var source: String?
  /// `#expect` or `#require`, which keep the lines of a closure behind them.
  public var isExpectation: Bool

  public init(line: Int, call: Int?, source: String?, isExpectation: Bool) {
    (self.line, self.call, self.source, self.isExpectation) = (line, call, source, isExpectation)
  }

  /// `@__swiftmacro_8LibTests0019LibTestsswift_DJEEdfMX30_8_6expectfMf_.swift`, of which lines begin with 0:
  /// as the compiler calls what it made.
  public init?(file: String, line: Int?) {
    guard let line, line > 0 else { return nil }
    self.init(line: line, call: nil, source: nil, isExpectation: false)
    guard let match = file.firstMatch(of: /__swiftmacro_\d+(\w*?)fMX(\d+)_\d+_(\w*)fM/) else { return }
    call = Int(match.2).map { $0 + 1 }
    source = String(match.1)
    isExpectation = match.3.hasPrefix("6expect") || match.3.hasPrefix("7require")
  }

  /// Whether it may stand in that source.
  public func isIn(_ path: PackagePath) -> Bool {
    let name = path.rawValue.split(separator: "/").last ?? ""
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return source.map { !plain.isEmpty && $0.contains(plain) } ?? false
  }
}
