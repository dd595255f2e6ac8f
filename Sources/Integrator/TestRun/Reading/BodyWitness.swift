import Coverage
import Model
import Threads

/// Whether anything called the body of a test that passed alone: by what its process left.
struct BodyWitness {
  let own: OwnReading
  let tested: TestedProgram
  let package: PackageDescription
  let places: Later<TestPlaces>

  /// Nil where it was called, or nothing tells.
  /// - Parameter folder: of the profiles of its process and of those that it started.
  func whyIdle(_ row: TestCase, in folder: String, of sources: [TestSource]) -> String? {
    guard row.outcome == .passed else { return nil }
    var test = row
    // XCTest tells no place of a test that passed.
    if row.library == .xctest, let place = places.value.place(of: row) {
      (test.file, test.line) = (place.file, place.line)
    }
    guard let file = test.file, let export = own.export(RawProfiles(below: folder) { tested.programs }) else {
      return nil
    }
    let counts = BodyCounts(export, in: [file], of: package, folder: own.workbench.packageFolder)
    let isIdle = IdleBodies(counts: counts).isIdle(test, TestFunctions(sources))
    return isIdle ? IdleBodies.why(row.library) : nil
  }
}
