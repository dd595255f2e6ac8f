import Foundation
public import Model

/// changes.json: what came and went, for the page of changes.
public enum ChangesJSON {
  public static func encode(_ changes: ChangesShown) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(changes))
  }

  /// Nothing where it cannot be read: the page is made all the same. An older Bothy kept the files alone.
  public static func decode(_ bytes: [UInt8]) -> ChangesShown? {
    let decoder = JSONDecoder()
    if let shown = try? decoder.decode(ChangesShown.self, from: Data(bytes)) { return shown }
    return (try? decoder.decode([FileChange].self, from: Data(bytes))).map { ChangesShown(files: $0) }
  }
}
