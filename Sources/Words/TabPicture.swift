/// What stands in a browser's tab before the title: a glyph in white on a ground.
public enum TabPicture {
  public static let quiet = "#4d5765"
  public static let hut = "M1 5 5 1 9 5V9H1Z"

  /// Bothy's own, as a file of its own.
  public static let file = svg(hut, on: quiet)

  /// - Parameter glyph: a path in a square of 10.
  public static func svg(_ glyph: String, on ground: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-3 -3 16 16'>"
      + "<rect x='-3' y='-3' width='16' height='16' rx='4' fill='\(ground)'/>"
      + "<path d='\(glyph)' fill='none' stroke='#fff' stroke-width='1.8'"
      + " stroke-linecap='round' stroke-linejoin='round'/></svg>"
  }
}
