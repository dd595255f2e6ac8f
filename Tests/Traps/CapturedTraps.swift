public import Coverage
internal import Formats
public import Foundation
public import Model

/// What the tools said of the package in Captured/coverage/traps; its folder is written as /package.
public enum CapturedTraps {
  public static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Formats/Captured/coverage")

  public static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Foundation.Data(contentsOf: folder.appendingPathComponent(name)))
  }

  public static func export() throws -> LLVMExport { try LLVMExport.read(bytes("traps.export.json")) }
  public static func package() throws -> PackageDescription { try .read(bytes("traps.describe.json")) }

  public static func source(_ path: PackagePath) -> [UInt8]? {
    let name = "traps/" + path.rawValue
    return (try? bytes(name + ".txt")) ?? (try? bytes(name))
  }

  public static func measure(exclude: [String] = []) throws -> (
    report: CoverageReport, detail: CoverageDetail
  ) {
    CoverageMeasure.measure(
      export: try export(), package: try package(), packageFolder: "/package", exclude: exclude, read: source,
      demangle: { $0 })
  }
}
