import Files
import Foundation
import Model
import Words

/// What build tool plugins generated. The package manager asks a plugin again only where the list of sources
/// or the manifest changed, and its tool only where a file changed that the plugin named: what the plugin
/// itself says now, and what else either reads, is not looked at.
struct PluginOutputs {
  let buildFolder: String

  private var folder: String { buildFolder + "/plugins/outputs" }

  /// Of the package, and of those that lie in its repository; what is fetched stays as it was fetched.
  private var own: [String] {
    let fetched = Set(Self.names(in: buildFolder + "/checkouts").map { $0.lowercased() })
    return Self.names(in: folder).filter { !fetched.contains($0.lowercased()) }
  }

  var areThere: Bool { !own.isEmpty }

  /// What is generated of the package's files, as it reads wherever these lie.
  func mark(of order: Order) -> ContentMark {
    var mark = ContentMark()
    for name in own.sorted() {
      for file in FileTree.names(below: folder + "/" + name, skipping: []).sorted() {
        guard let bytes = contents(of: "\(folder)/\(name)/\(file)") else { continue }
        mark.add(name + "/" + file)
        guard let text = String(bytes: bytes, encoding: .utf8) else {
          mark.add(bytes)
          continue
        }
        mark.add(
          text.replacing(order.buildFolder, with: "build").replacing(order.checkoutFolder, with: "checkout"))
      }
    }
    return mark
  }

  func forget() throws {
    for name in own { try FileManager.default.removeItem(atPath: folder + "/" + name) }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
