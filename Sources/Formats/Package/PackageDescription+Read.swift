public import Explaining
internal import Foundation
public import Model

extension PackageDescription {
  /// Why bytes are no description of a package.
  public struct Failure: Explained, Equatable {
    public let doing = "reading what `swift package describe` told"
    public let wrong = "it is not the JSON that was expected"
    public let advice = "run `swift package describe --type json` in the package and see what it prints"
  }

  /// From the JSON of `swift package describe --type json`.
  public static func read(_ json: [UInt8]) throws -> PackageDescription {
    do {
      return try JSONDecoder().decode(PackageDescription.self, from: Foundation.Data(json))
    } catch {
      throw Failure()
    }
  }
}
