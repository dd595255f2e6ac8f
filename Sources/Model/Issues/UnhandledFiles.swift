/// Files of a target that nobody handles: one warning, which names them where they are several.
public enum UnhandledFiles {
  public static let words = " file(s) which are unhandled; "

  public static func named(_ names: String) -> String { " file(s) which are unhandled (\(names)); " }
}
