public import Coverage
import Explaining

extension LLVMExport {
  /// Reads the JSON of `llvm-cov export`, versions 2 and 3 of its format.
  public static func read(_ json: UnsafeRawBufferPointer) throws -> LLVMExport {
    var scan = LLVMExportScan(json)
    do {
      try scan.readDocument()
    } catch let fault as JSONFault {
      throw refusal(
        "\(fault.what) at byte \(fault.offset)",
        "use the llvm-cov that stands beside the swift that built the tests")
    }
    try check(scan)
    return scan.export
  }

  public static func read(_ json: [UInt8]) throws -> LLVMExport {
    try json.withUnsafeBytes { try read($0) }
  }

  private static func check(_ scan: LLVMExportScan) throws {
    let advice = "use the llvm-cov of the toolchain that built the tests; Bothy reads versions 2 and 3"
    guard scan.type == "llvm.coverage.json.export" else {
      throw refusal(
        scan.type.isEmpty ? "it is no coverage export" : "it is of the type `\(scan.type)`", advice)
    }
    guard ["2", "3"].contains(scan.export.version.split(separator: ".").first) else {
      throw refusal("its format is version `\(scan.export.version)`", advice)
    }
  }

  private static func refusal(_ wrong: String, _ advice: String) -> Explanation {
    Explanation(doing: "reading what llvm-cov exported", wrong: wrong, advice: advice)
  }
}
