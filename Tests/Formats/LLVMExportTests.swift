import Coverage
import Explaining
import Formats
import Model
import Testing
import TrapsPackage

@Suite("llvm-cov's export")
struct LLVMExportTests {
  private func read(_ text: String) throws -> LLVMExport { try LLVMExport.read(Array(text.utf8)) }

  private func document(_ data: String, version: String = "3.0.1") -> String {
    #"{"data":[\#(data)],"type":"llvm.coverage.json.export","version":"\#(version)"}"#
  }

  @Test("a captured export gives its files, segments, functions and totals")
  func captured() throws {
    let export = try CapturedTraps.export()
    let crlf = try #require(export.files.first { $0.name == "/package/Sources/Core/Crlf.swift" })
    #expect(crlf.totals.lines == LLVMTotals.Total(count: 5, covered: 5))
    #expect(crlf.totals.regions == LLVMTotals.Total(count: 4, covered: 3))
    #expect(crlf.segments.first == CoverageSegment(line: 1, column: 35, count: 1))
    #expect(crlf.segments.last == CoverageSegment(line: 5, column: 2, count: 0, kind: .none, isEntry: false))
    let function = try #require(export.functions.first { $0.name.hasPrefix("$s4Core4crlf") })
    #expect(function.files.map { export.fileNames[Int($0)] } == [crlf.name])
    #expect(export.regions[function.regions].count == 4)
    #expect(export.version == "3.0.1")
  }

  @Test("gap, skipped and expanded regions are told from code")
  func kinds() throws {
    let export = try CapturedTraps.export()
    let file = try #require(export.files.first { $0.name.hasSuffix("thing.c") })
    #expect(file.segments.contains { $0.kind == .gap })
    #expect(file.segments.contains { $0.line == 6 && $0.kind == .none })
    let function = try #require(export.functions.first { $0.name == "thing_add" })
    #expect(
      !export.regions[function.regions].contains {
        $0.place.line == 6 || $0.place.column == 26 && $0.place.endLine == 10
      })
  }

  @Test("keys in another order, unknown keys, white space and longer rows change nothing")
  func order() throws {
    let export = try read(
      """
      { "new" : {"a":[1,{"b":"}"}]}, "version":"2.0.1","type":"llvm.coverage.json.export",
        "data" : [ {
          "functions":[{"regions":[[1,2,3,4,5,0,0,0,9,"x"]],"filenames":["/a"],"name":"f","count":5}],
          "files":[{"summary":{"lines":{"percent":66.6e0,"covered":2,"count":3}},"other":null,
            "segments":[ [1,2,18446744073709551615,true,true,false,7], [1,3,0,0,1] ],"filename":"/a"}] } ] }
      """)
    #expect(export.files[0].totals.lines == LLVMTotals.Total(count: 3, covered: 2))
    #expect(export.files[0].segments.map(\.count) == [.max, 0])
    #expect(export.files[0].segments.map(\.kind) == [.code, .none])
    #expect(export.regions.map(\.place.endLine) == [3])
  }

  @Test("names with escapes come back as they were")
  func escapes() throws {
    let export = try read(
      document(#"{"files":[{"filename":"/a \"b\"\\c\u00e9\ud83d\ude00é\n\/","segments":[],"summary":{}}]}"#))
    #expect(export.files[0].name == "/a \"b\"\\cé😀é\n/")
  }

  @Test("numbers that are too large are the largest, negative ones are nothing")
  func numbers() throws {
    let export = try read(
      document(
        #"{"files":[{"filename":"a","segments":[[-1,99999999999,99999999999999999999999,true,true,false]]}]}"#
      ))
    #expect(export.files[0].segments == [CoverageSegment(line: 0, column: .max, count: .max)])
  }

  @Test(
    "what is no export of llvm-cov is refused with what to do",
    arguments: [
      "", "{}", "[]", "null", "{", "garbage",
      #"{"data":[],"type":"llvm.coverage.json.export","version":"3.0.1"}"#,
      #"{"data":[{"files":[{"segments":[[1,2"#, #"{"data":[{"files":[{"segments":[[1,2,3,maybe]]}]}]}"#,
      #"{"data":[{"files":[{"filename":"\"#, #"{"data":[{}],"type":"other","version":"3.0.1"}"#,
      #"{"data":[{}],"type":"llvm.coverage.json.export","version":"4.0.0"}"#,
      #"{"data":[{}],"type":"llvm.coverage.json.export","version":"3.0.1"} more"#,
    ])
  func refused(text: String) throws {
    let error = try #require(throws: Explanation.self) { try read(text) }
    #expect(error.doing == "reading what llvm-cov exported")
    #expect(error.advice.contains("llvm-cov"))
  }

  @Test("a version that is not known is named")
  func version() throws {
    let error = try #require(throws: Explanation.self) { try read(document("{}", version: "9.1")) }
    #expect(error.wrong == "its format is version `9.1`")
  }

  @Test("an export cut anywhere is refused, never trapped on")
  func cut() throws {
    let whole = try CapturedTraps.bytes("traps.export.json")
    for length in stride(from: 0, to: whole.count - 1, by: 97) {
      #expect(throws: Explanation.self) { try LLVMExport.read(Array(whole[..<length])) }
    }
  }

  @Test("an export with any byte changed never stops the program")
  func changed() throws {
    let whole = try CapturedTraps.bytes("traps.export.json")
    let package = try CapturedTraps.package()
    for offset in stride(from: 1, to: whole.count, by: 211) {
      var bytes = whole
      bytes[offset] = Array("9\"[]{},-\\\u{0}".utf8)[offset % 10]
      guard let export = try? LLVMExport.read(bytes) else { continue }
      _ = CoverageMeasure.measure(
        export: export, package: package, packageFolder: "/package", exclude: [], read: CapturedTraps.source,
        demangle: { $0 })
    }
  }

  @Test("nesting without end is refused")
  func deep() {
    let text = #"{"x":"# + String(repeating: "[", count: 1_000_000)
    #expect(throws: Explanation.self) { try read(text) }
  }
}
