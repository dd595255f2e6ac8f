import Coverage
import Files
import Foundation
import Model
import Profiles
import State
import Threads
import Words

/// What llvm-cov would export, read here: of the program's map, made while the tests run, and of what its
/// processes left. The first that is measured with a toolchain and every tenth integration ask llvm-cov too.
struct OwnReading {
  let workbench: Workbench
  let toolchain: Toolchain
  let map: Later<Result<ProgramMap, any Error>>

  struct Found: Sendable {
    var raw: RawProfiles
    /// Nil where anything of it is in doubt: then the toolchain's own tools tell.
    var export: LLVMExport?
  }

  func find(of tested: TestedProgram) -> Found {
    let raw = tested.rawProfiles
    return Found(raw: raw, export: export(raw))
  }

  func export(_ raw: RawProfiles) -> LLVMExport? {
    guard !raw.good.isEmpty, !isDistrusted, let map = try? map.value.get() else { return nil }
    var counts = Counts()
    for name in raw.good {
      let place = raw.folder + "/" + name
      // What a test wrote there may be of any size.
      guard FileFacts(place)?.size ?? .max <= Self.mostBytes, let bytes = contents(of: place),
        let profile = try? RawProfile(bytes), (try? counts.add(profile)) != nil
      else { return nil }
    }
    return map.fits(counts) ? map.export(counts) : nil
  }

  var isCompared: Bool {
    workbench.order.integration.value % Self.comparedEach == 1 || contents(of: comparedMark) != version
  }

  func keepCompared() { try? publish(version, as: comparedMark) }

  private var version: [UInt8] { [UInt8](toolchain.version.utf8) }
  private var comparedMark: String { StateFolder.comparedReading(beside: workbench.order.checkoutFolder) }

  private static let comparedEach = 10
  private static let mostBytes = 256 << 20

  /// From now on llvm-cov alone is believed, until there is another toolchain.
  func distrust(for path: String) {
    try? publish(version, as: mark)
    let top = workbench.packageFolder + "/"
    let shown = path.hasPrefix(top) ? String(path.dropFirst(top.count)) : path
    workbench.note(
      "Bothy's own reading of the profiles is not llvm-cov's for \(shown.oneLine): llvm-cov's is told, and "
        + "asked from now on.")
  }

  private var isDistrusted: Bool { contents(of: mark) == version }

  private var mark: String { StateFolder.distrustedReading(beside: workbench.order.checkoutFolder) }
}

extension ProgramMap {
  init(ofProgramAt path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try self.init(
      ProgramSections { offset, count in
        try? file.seek(toOffset: offset)
        return (try? file.read(upToCount: count)).map { [UInt8]($0) }
      })
  }
}
