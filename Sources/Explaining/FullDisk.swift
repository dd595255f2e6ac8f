/// What keeps an integration from its work and goes by itself, or by somebody who makes room.
public enum FullDisk {
  private static let signs = ["no space left on device", "disk is full", "disk quota exceeded"]

  /// A sentence is all that passes between processes; git, SQLite and the system each have their own.
  public static func isTold(in sentence: String) -> Bool {
    let words = sentence.lowercased()
    return signs.contains(where: words.contains)
  }
}
