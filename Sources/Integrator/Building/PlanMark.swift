import Files
import Foundation

/// What the package manager planned the last build for. It looks for new files only where it knows of
/// sources: an entry file that came is not seen before something else has it plan anew.
struct PlanMark {
  private let file: String
  private let key: [UInt8]?

  init(buildFolder: String) {
    file = buildFolder + "/bothy-planned"
    key = PackageFacts.key(in: buildFolder).map { Array($0.utf8) }
  }

  var holds: Bool { key != nil && contents(of: file) == key }

  /// What is planned anew is not told of what was planned before, however it ends.
  func forget() throws {
    do { try FileManager.default.removeItem(atPath: file) } catch CocoaError.fileNoSuchFile {}
  }

  func keep() throws {
    if let key, !holds { try publish(key, as: file) }
  }
}
