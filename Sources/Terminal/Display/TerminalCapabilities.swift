import Glibc

/// What the other end of a descriptor can show.
public struct TerminalCapabilities: Equatable, Sendable {
  public var isTerminal: Bool
  public var width: Int
  /// How many lines a screen shows; absent where there is none.
  public var height: Int?
  public var colors: Bool
  /// Whether glyphs beyond ASCII arrive as they are meant.
  public var unicode: Bool
  private var descriptor: Int32?

  public init(isTerminal: Bool, width: Int, colors: Bool, unicode: Bool = true) {
    (self.isTerminal, self.width, self.colors, self.unicode) = (isTerminal, width, colors, unicode)
  }

  /// One line that is drawn again and again, instead of one line after the other.
  public var moves: Bool { isTerminal && colors }

  public static func of(descriptor: Int32, environment: [String: String]) -> Self {
    let isTerminal = isatty(descriptor) == 1
    var capabilities = Self(
      isTerminal: isTerminal, windowWidth: isTerminal ? windowSize(descriptor)?.width : nil,
      environment: environment)
    capabilities.descriptor = isTerminal ? descriptor : nil
    capabilities.height = capabilities.windowSize?.height
    return capabilities
  }

  /// Whether what is written to either is seen on one screen.
  public static func areOneScreen(_ first: Int32, _ second: Int32) -> Bool {
    var (one, other) = (stat(), stat())
    guard isatty(first) == 1, isatty(second) == 1, fstat(first, &one) == 0, fstat(second, &other) == 0
    else { return false }
    return one.st_rdev == other.st_rdev
  }

  /// As it is now: people drag their windows.
  var windowSize: (width: Int, height: Int)? { descriptor.flatMap(Self.windowSize) }

  init(isTerminal: Bool, windowWidth: Int?, environment: [String: String]) {
    func said(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let isPlain = said("NO_COLOR") != nil || said("TERM") ?? "dumb" == "dumb"
    let locale = (said("LC_ALL") ?? said("LC_CTYPE") ?? said("LANG") ?? "C").lowercased()
    let columns = said("COLUMNS").flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    self.init(
      isTerminal: isTerminal, width: windowWidth ?? columns ?? 80, colors: isTerminal && !isPlain,
      unicode: locale.contains("utf-8") || locale.contains("utf8"))
  }

  private static func windowSize(_ descriptor: Int32) -> (width: Int, height: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
  }
}
