import Foundation
import Kit
import Testing

@testable import Clang

@Suite struct SerializedDiagnosticsTests {
  private static var library: String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let swift = folders.map { "\($0)/swift" }.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
    let real = URL(fileURLWithPath: swift).resolvingSymlinksInPath()
    return real.deletingLastPathComponent().deletingLastPathComponent().path + "/lib/libclang.so"
  }

  @Test("what the compiler says is read with its places and notes")
  func warnings() async throws {
    let scratch = try ScratchFolder("diagnostics")
    defer { scratch.remove() }
    let source =
      "func twice() {}\nfunc twice() {}\nfunc a(_ b: Int?) { let unused = 1 }\n#warning(\"ünïcode\")\n"
    try scratch.write("a.swift", source)
    let words = ["swiftc", "-frontend", "-typecheck", "a.swift", "-serialize-diagnostics-path", "a.dia"]
    let end = try await Command("/usr/bin/env", words, in: scratch.url).run()
    #expect(end.status != 0)
    let reader = SerializedDiagnostics(library: Self.library)
    let entries = reader?.read(scratch.path + "/a.dia") ?? []
    let told = entries.map { "\($0.severity) \($0.line) \($0.message)" }
    #expect(told.contains("warning 4 ünïcode"))
    let error = entries.first { $0.severity == .error }
    #expect(error?.message == "invalid redeclaration of 'twice()'")
    #expect(error?.line == 2 && error?.notes.first?.line == 1)
    #expect(entries.allSatisfy { $0.file?.hasSuffix("a.swift") == true })
  }

  @Test("what is no such file, and no such library, is told apart from nothing said")
  func others() throws {
    let scratch = try ScratchFolder("diagnostics")
    defer { scratch.remove() }
    try scratch.write("other.dia", "no diagnostics")
    let reader = SerializedDiagnostics(library: Self.library)
    #expect(reader?.read(scratch.path + "/other.dia") == nil)
    #expect(reader?.read(scratch.path + "/none.dia") == nil)
    #expect(SerializedDiagnostics(library: scratch.path + "/other.dia") == nil)
  }
}
