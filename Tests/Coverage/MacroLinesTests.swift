import Formats
import Testing

@testable import Coverage

@Suite("Lines within what a macro is given")
struct MacroLinesTests {
  private func lines(_ source: String, _ regions: [LLVMExport.Region] = []) -> [Int] {
    MacroLines.lines(in: Array(source.utf8), regions).sorted()
  }

  @Test("may not have run where something of it may not have been evaluated")
  func selective() {
    #expect(lines("let f = #wrap({\n  if a {\n    b()\n  }\n})\nc()\n") == [2, 3, 4, 5])
    #expect(lines("let z = #double(a > 1\n  ? 500\n  : 3)\n") == [2, 3])
    #expect(lines("#make(1) {\n  a()\n} other: {\n  b()\n}\n") == [2, 3, 4, 5])
    #expect(lines("#outer(\n  #inner({\n    a()\n  }))\n") == [2, 3, 4])
  }

  @Test("are counted where all of it is evaluated, where it is no macro, and where a region begins")
  func counted() {
    #expect(lines("let z = #double(\n  a +\n  b)\n").isEmpty)
    #expect(lines("let f = #wrap { a }\nlet g = #line\n").isEmpty)
    #expect(lines("#if DEBUG\nfunc a() {\n  b()\n}\n#endif\n").isEmpty)
    #expect(lines("#expect(throws: E.self) {\n  try a()\n}\n").isEmpty)
    #expect(lines("guard #available(macOS 10, *) else {\n  return\n}\n").isEmpty)
  }
}
