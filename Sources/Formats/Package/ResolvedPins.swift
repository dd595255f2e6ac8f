import Foundation
public import Model

/// `Package.resolved`, in each of its versions.
public enum ResolvedPins {
  /// Empty when it cannot be read.
  public static func read(_ bytes: [UInt8]) -> [PinnedDependency] {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return [] }
    return (file.pins ?? file.object?.pins ?? []).map { pin in
      let location = pin.location ?? pin.repositoryURL ?? ""
      return PinnedDependency(
        identity: pin.identity ?? identity(of: location), location: location, version: pin.state?.version,
        branch: pin.state?.branch, revision: pin.state?.revision)
    }.sorted { $0.identity < $1.identity }
  }

  /// As the package manager calls what lies there.
  private static func identity(of location: String) -> String {
    let last = location.split(separator: "/").last.map { $0.lowercased() } ?? location
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  private struct File: Decodable {
    var pins: [Pin]?
    /// Of the first version.
    var object: Object?
  }

  private struct Object: Decodable { var pins: [Pin] }

  private struct Pin: Decodable {
    struct State: Decodable {
      var version: String?
      var branch: String?
      var revision: String?
    }

    var identity: String?
    var location: String?
    var repositoryURL: String?
    var state: State?
  }
}
