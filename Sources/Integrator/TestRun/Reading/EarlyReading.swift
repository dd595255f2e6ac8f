import Model
import Profiles
import Threads

/// What of the sources and of what was built of them is looked at before the first test, read while other
/// things are done.
struct EarlyReading {
  let read: Later<ReadSources>
  /// What the compiler says of the program; absent where no program is known.
  private let program: (path: String, map: Later<Result<ProgramMap, any Error>>)?
  /// What the map of who tests what is compared with. Where it cannot be had, whoever makes that map says so.
  let mapped: Later<MappedProgram?>

  init(of package: PackageDescription, _ toolchain: Toolchain, at workbench: Workbench) {
    let read = ReadSources.later(of: package, toolchain, at: workbench)
    self.read = read
    guard
      case .found(let path) = TestProgram.search(
        package: package, buildFolder: workbench.order.buildFolder,
        configuration: workbench.settings.configuration)
    else {
      (program, mapped) = (nil, Later(nil))
      return
    }
    let map = Self.map(ofProgramAt: path, at: workbench)
    program = (path, map)
    mapped = Later {
      guard workbench.order.testMap != nil, workbench.settings.coverage.enabled,
        let sources = read.value.compiled, let map = try? map.value.get()
      else { return nil }
      return MappedProgram(
        map, package, toolchain, sources: sources, tests: read.value.tests, at: workbench)
    }
  }

  /// Nothing where no tests are asked for.
  init?(for facts: Facts, at workbench: Workbench) {
    guard workbench.settings.actions.contains(.test) else { return nil }
    let (toolchain, package) = facts.resolved
    self.init(of: package, toolchain, at: workbench)
  }

  func map(ofProgramAt path: String, at workbench: Workbench) -> Later<Result<ProgramMap, any Error>> {
    guard let program, program.path == path else { return Self.map(ofProgramAt: path, at: workbench) }
    return program.map
  }

  private static func map(
    ofProgramAt path: String, at workbench: Workbench
  ) -> Later<Result<ProgramMap, any Error>> {
    let make = { @Sendable in Result { try ProgramMap(ofProgramAt: path) } }
    return workbench.settings.coverage.enabled ? Later(make) : .whenAsked(make)
  }
}
