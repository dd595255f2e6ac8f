import Foundation
public import Model

/// changes.json: what came and went, for the page of changes.
public enum ChangesJSON {
  public static func encode(_ changes: [FileChange]) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(changes))
  }

  /// Nothing where it cannot be read: the page is made all the same.
  public static func decode(_ bytes: [UInt8]) -> [FileChange] {
    (try? JSONDecoder().decode([FileChange].self, from: Data(bytes))) ?? []
  }
}
