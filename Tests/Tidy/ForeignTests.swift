import Testing

@Suite("What belongs into Platform")
struct ForeignTests {
  private func calls(_ code: String, and others: [SourceFile] = []) -> [Int] {
    let file = SourceFile(path: "Sources/Model/A.swift", text: code)
    return Foreign([file] + others).calls(file).map(\.line)
  }

  @Test(
    "a call of the C library is found",
    arguments: [
      "kill(id, 9)", "let x = getpid()", "if rename(a, b) == 0 {", "Foundation.write(1, a, b)",
      "Glibc.read(0)",
      "code = errno", "pthread_create(&a)", "f(\"\\(getpid())\")",
    ])
  func found(code: String) {
    #expect(calls(code) == [1])
  }

  @Test(
    "what only looks like one is left alone",
    arguments: [
      "log.write(line)", "func read(from: Int) {", "// kill(id)", "\"kill(id)\"", "errnoText", "skill(a)",
      "close()\nfunc close() {}", "read(a)\ninit(read: (Int) -> Int)", "let send = { 1 }\nsend(2)",
    ])
  func others(code: String) {
    #expect(calls(code) == [])
  }

  @Test("a type's other files may declare what it calls, and its room a value that it calls")
  func aspects() {
    func other(_ path: String, _ text: String) -> [Int] {
      calls("close()", and: [SourceFile(path: "Sources/\(path).swift", text: text)])
    }
    #expect(other("Model/A+More", "private func close() {}") == [])
    #expect(other("Model/B", "func close() {}") == [1])
    #expect(other("Model/Deep/B", "  var close: () -> Void") == [])
    #expect(other("Store/B", "  var close: () -> Void") == [1])
  }

  @Test("a raw pointer is found, but where an observer is lent one")
  func pointers() {
    let text = """
      // UnsafePointer
      a.withUnsafeBytes { $0 }
      let b: UnsafeRawPointer
      let c = "Unsafe"
      func received(_ bytes: UnsafeRawBufferPointer) {
      """
    #expect(Foreign.pointers(SourceFile(path: "Sources/Model/A.swift", text: text)).map(\.line) == [2, 3])
  }

  @Test("an exception excuses a file wherever it lies")
  func exceptions() {
    let exception = Exception(reason: "it is small", types: ["A"])
    let findings = ["Sources/X/A.swift", "Sources/Y/C.swift"].map { Finding(path: $0, line: 1, message: "m") }
    #expect(Exception.unexcused(findings, but: [exception]).map(\.path) == ["Sources/Y/C.swift"])
  }
}
