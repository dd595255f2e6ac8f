import Files
import Foundation
package import Model

/// What other toolchains built for the branch that stands there. Each build folder says itself which
/// toolchain made it, and moves whole, by one rename: wherever a kill cuts that off, none is of two.
package struct ToolchainPlaces: Sendable {
  /// By what a build folder was made.
  package struct Maker: Codable, Equatable, Sendable {
    /// Another one whenever the program is.
    package var key: String
    package var version: String

    package init(key: String, version: String) { (self.key, self.version) = (key, version) }
  }

  private struct Facts: Codable {
    var bytes: Int
    var used: Date
  }

  package let folder: String
  var moving: @Sendable (String, String) throws -> Void = { try Files.move($0, to: $1) }

  package init(beside build: String) { folder = (build as NSString).deletingLastPathComponent }

  /// It goes with the branch when that is put aside.
  package static let name = "build-others"
  package var path: String { folder + "/" + Self.name }

  // MARK: Who made it

  private static func makerFile(_ build: String) -> String { build + "/bothy-toolchain.json" }
  private static func factsFile(_ build: String) -> String { build + "/bothy-aside.json" }

  /// Nil where nobody wrote it down.
  package static func maker(of build: String) -> Maker? {
    contents(of: makerFile(build)).flatMap { try? JSONDecoder().decode(Maker.self, from: Data($0)) }
  }

  /// Before anything is built there.
  package static func keep(_ maker: Maker, of build: String) throws {
    try publish([UInt8](JSONEncoder().encode(maker)), as: makerFile(build))
  }

  // MARK: Where it lies

  /// Where a toolchain's lies while another one's stands there.
  package func aside(_ build: String, by key: String) -> String {
    "\(path)/\((build as NSString).lastPathComponent)-\(key)"
  }

  package func isAside(_ build: String, by key: String) -> Bool {
    Self.maker(of: aside(build, by: key))?.key == key
  }

  package func putAside(_ build: String) throws {
    guard let maker = Self.maker(of: build) else { return }
    let place = aside(build, by: maker.key)
    remove((place as NSString).lastPathComponent)
    try makeFolder(path)
    let facts = Facts(bytes: DiskUsage(of: [build]).bytes, used: Date())
    try publish([UInt8](JSONEncoder().encode(facts)), as: Self.factsFile(build))
    try moving(build, place)
  }

  /// Nothing may stand there.
  package func bring(_ build: String, by key: String) throws { try moving(aside(build, by: key), build) }

  // MARK: Keeping

  /// Those that are whole, as what is built for the branch.
  package func all(for branch: BranchName?) -> [BranchKeeping.Parked] {
    let names = ((try? FileTree.entries(of: path)) ?? []).filter { HalfMade($0) == nil }
    return names.map { name in
      let place = path + "/" + name
      let facts = contents(of: Self.factsFile(place))
        .flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0)) }
      return BranchKeeping.Parked(
        key: name, branch: branch, bytes: facts?.bytes ?? DiskUsage(of: [place]).bytes,
        used: facts?.used ?? Date(timeIntervalSince1970: 0))
    }
  }

  private var removal: RemovalAtOneStroke { RemovalAtOneStroke(folder: path, moving: moving) }

  package func remove(_ name: String) { try? removal.remove(name) }

  /// What a removing that was cut off left.
  package func mend() { removal.mend() }
}
