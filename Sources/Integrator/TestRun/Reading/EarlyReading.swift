import Model
import Profiles
import Threads

/// What of the sources and of what was built of them is looked at before the first test, read while other
/// things are done.
struct EarlyReading {
  let read: Later<ReadSources>
  /// Tests wait more than they work: made while they do, because before the first nothing waits for it.
  let places: Later<TestPlaces>
  /// What the map of who tests what is compared with. Where it cannot be had, whoever makes that map says so.
  private(set) var mapped: Later<MappedProgram?>

  init(of package: PackageDescription, _ toolchain: Toolchain, at workbench: Workbench) {
    self.init(ReadSources.later(of: package, toolchain, at: workbench))
    guard
      case .found(let path) = TestProgram.search(
        package: package, buildFolder: workbench.order.buildFolder,
        configuration: workbench.settings.configuration)
    else { return }
    let (read, places) = (read, places)
    mapped = Later {
      defer { Parallel.beside { _ = places.value } }
      guard workbench.order.testMap != nil, workbench.settings.coverage.enabled,
        let sources = read.value.compiled, let map = try? ProgramMap(ofProgramAt: path)
      else { return nil }
      return MappedProgram(
        map, package, toolchain, sources: sources, tests: read.value.tests, at: workbench)
    }
  }

  /// Of the sources alone.
  init(_ read: Later<ReadSources>) {
    (self.read, mapped) = (read, Later(nil))
    places = .whenAsked { TestPlaces(read.value.tests) }
  }

  /// Nothing where no tests are asked for.
  init?(for facts: Facts, at workbench: Workbench) {
    guard workbench.settings.actions.contains(.test) else { return nil }
    let (toolchain, package) = facts.resolved
    self.init(of: package, toolchain, at: workbench)
  }
}
