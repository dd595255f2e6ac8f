import Explaining
internal import Foundation
public import Model

extension PackageDescription {
  /// From the JSON of `swift package describe --type json`.
  public static func read(_ json: [UInt8]) throws -> PackageDescription {
    do {
      return try JSONDecoder().decode(PackageDescription.self, from: Foundation.Data(json))
    } catch {
      throw Explanation(
        doing: "reading what `swift package describe` told", wrong: "it is not the JSON that was expected",
        advice: "run `swift package describe --type json` in the package and see what it prints")
    }
  }
}
