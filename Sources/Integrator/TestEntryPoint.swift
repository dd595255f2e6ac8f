import Files

/// A file by which a package says itself which XCTest tests it has, as had to be before Swift 5.5. What it
/// does not list is built and never run, by `swift test` too.
enum TestEntryPoint {
  static func note(packageFolder: String) -> String? {
    let places = ["Tests/", ""].flatMap { folder in ["XCTMain", "LinuxMain"].map { "\(folder)\($0).swift" } }
    return places.first { FileFacts("\(packageFolder)/\($0)")?.isRegular == true }.map {
      "\($0) lists the XCTest tests that run; any that it leaves out never do. Swift finds tests by itself "
        + "when it is deleted."
    }
  }
}
