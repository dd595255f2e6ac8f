import Explaining
import Formats
import Foundation
import Model
import Processes
import Testing

@testable import Integrator

@Suite("A tool that was ended by a signal")
struct KilledToolTests {
  private static func error(_ message: String, in file: String? = nil) -> Diagnostic {
    var error = Diagnostic.error(message)
    error.file = file
    return error
  }

  private static func isRefused(_ diagnostics: [Diagnostic]) -> Bool {
    let end = ProcessEnd(
      ending: .exited(1), stopped: nil, seconds: 1, cpuSeconds: 1, peakMemoryBytes: 1, leftBehind: 0)
    return (try? KilledTool.refuse(end, diagnostics, doing: "building")) == nil
  }

  @Test("is a doubt where nothing in sources ends one so, also where the compiler told in which it was")
  func machine() {
    #expect(Self.isRefused([Self.error("emit-module command failed due to signal 9 (use -v)")]))
    let bus = Self.error("compile command failed due to signal 7 (use -v)", in: "Sources/Toy/Toy.swift")
    #expect(Self.isRefused([bus]))
    #expect(!Self.isRefused([bus, Self.error("cannot find 'x' in scope", in: "Sources/Toy/Toy.swift")]))
  }

  @Test("or that cannot run at all, is none of the package's errors")
  func broken() {
    func refused(_ ending: Ending, _ line: String) -> Bool {
      let end = ProcessEnd(
        ending: ending, stopped: nil, seconds: 1, cpuSeconds: 1, peakMemoryBytes: 1, leftBehind: 0)
      return (try? KilledTool.refuseBroken(end, ["", line], doing: "building")) == nil
    }
    let missing = "swift-build: error while loading shared libraries: libX.so: cannot open"
    #expect(refused(.exited(127), missing) && !refused(.exited(1), missing))
    #expect(refused(.signaled(6), "  what():  std::bad_alloc"))
    #expect(!refused(.exited(1), "  what():  std::bad_alloc"), "a plugin's tool may have died of it")
    #expect(!refused(.exited(127), "a plugin says nothing"))
  }

  @Test("is an error of the package where its sources may have ended it")
  func sources() {
    #expect(!Self.isRefused([Self.error("compile command failed due to signal 11 (use -v)")]))
    #expect(!Self.isRefused([]))
  }
}
