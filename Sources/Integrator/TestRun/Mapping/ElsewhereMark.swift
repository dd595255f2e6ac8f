import Files
import Git
import Model
import Words

/// What a repository has besides the folder of the package: tests may read it too.
enum ElsewhereMark {
  /// Nil where the package is the whole repository.
  static func of(_ order: Order, isIdle: (String) -> Bool) -> ContentMark? {
    let package = PackageDescription.normal(order.settings.package)
    guard !package.isEmpty else { return nil }
    var mark = ContentMark("elsewhere")
    guard let files = try? OwnClone(folder: order.checkoutFolder).blobs(outside: package) else {
      // Nobody knows: then nothing is as it was in any other integration.
      mark.add("\(order.bot)\(order.integration)")
      return mark
    }
    for (path, blob) in files where !isIdle(path) {
      mark.add(path)
      let facts = FileFacts(order.checkoutFolder + "/" + path)
      if facts?.isExecutable == true { mark.add("x") }
      if let blob {
        mark.add(blob)
      } else {
        mark.add(facts?.size ?? -1)
        mark.add(facts?.stamp ?? "")
      }
    }
    return mark
  }

  /// What these are called.
  static func names(_ order: Order) -> [String] {
    let package = PackageDescription.normal(order.settings.package)
    guard !package.isEmpty else { return [] }
    let files = try? OwnClone(folder: order.checkoutFolder).blobs(outside: package)
    return files?.map { $0.0 } ?? []
  }
}
