import Files
import Model
import Tokens

/// A file by which a package says itself which XCTest tests it has, as had to be before Swift 5.5, and has to
/// be for Quick. What it does not list is built and never run, by `swift test` too.
struct TestEntryPoint {
  let file: PackagePath
  /// Every name in it.
  let names: Set<String>
  /// The classes whose tests it gives to XCTest, in their order.
  let classes: [String]

  init?(packageFolder: String) {
    let places = PackageDescription.testEntries.map(\.rawValue)
    guard
      let place = places.first(where: { FileFacts("\(packageFolder)/\($0)")?.isRegular == true }),
      let bytes = contents(of: "\(packageFolder)/\(place)")
    else { return nil }
    self.init(file: PackagePath(place), bytes)
  }

  init(file: PackagePath, _ bytes: [UInt8]) {
    self.file = file
    let code = TestCode(bytes)
    let words = code.tokens.indices.filter { code.kind($0) == .identifier }
    names = Set(words.map { code.text($0) })
    classes = words.filter {
      code.isSign($0 + 1, ".") && ["self", "allTests"].contains(code.text($0 + 2))
    }.map { code.text($0) }
  }

  var note: String {
    // It may start another library.
    let lists = names.contains("XCTMain") || names.contains("QCKMain")
    let what =
      lists
      ? "lists the XCTest tests that run; any that it leaves out never do"
      : "is what runs as the tests, and it gives XCTest none"
    return "\(file) \(what). Swift finds tests by itself when it is deleted, but not those of Quick."
  }
}
