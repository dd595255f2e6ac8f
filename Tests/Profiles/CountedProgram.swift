import Foundation
import Kit
import Profiles
import Testing

/// A small program of Swift and C, built by the toolchain on PATH and run: what it left is what the compiler
/// and the runtime of that toolchain really write.
struct CountedProgram {
  let folder: ScratchFolder
  let sections: ProgramSections
  /// What each run left.
  let profiles: [[UInt8]]
  /// What llvm-cov exports for each run.
  let exports: [[UInt8]]

  /// Made once for all tests.
  static let shared = Task { try await CountedProgram() }

  private static let runs = [["1"], ["2", "deep"], []]

  private init() async throws {
    let scratch = try ScratchFolder("counted")
    folder = scratch
    let path = scratch.path
    let tools = try await Self.tools(in: scratch)
    try Self.writeSources(in: scratch)
    let flags = ["-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation"]
    for name in ["one", "two"] {
      _ = try await Self.run(
        tools + "/clang", flags + ["-c", "\(name).c", "-o", "\(name).o"], in: scratch)
    }
    let counting = [
      "-profile-generate", "-profile-coverage-mapping", "-Xllvm", "-runtime-counter-relocation",
    ]
    _ = try await Self.run(
      tools + "/swiftc",
      counting + ["-parse-as-library", "-emit-module", "-emit-object", "-module-name", "Library"]
        + ["\(path)/Library.swift", "-o", "library.o"], in: scratch)
    _ = try await Self.run(
      tools + "/swiftc",
      counting + ["-I", path, "-module-name", "Program", "\(path)/main.swift", "\(path)/More.swift"]
        + ["one.o", "two.o", "library.o", "-o", "program"], in: scratch)
    let program = try #require(FileManager.default.contents(atPath: path + "/program"))
    sections = try ProgramSections { offset, count in
      guard offset <= UInt64(program.count), count <= program.count - Int(offset) else { return nil }
      return [UInt8](program[Int(offset)..<Int(offset) + count])
    }
    var (profiles, exports): ([[UInt8]], [[UInt8]]) = ([], [])
    for (index, words) in Self.runs.enumerated() {
      _ = try await Self.run(
        path + "/program", words, in: scratch, adding: ["LLVM_PROFILE_FILE": "\(path)/\(index)%c.profraw"])
      profiles.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(index).profraw"))))
      exports.append(try await Self.export("\(index).profraw", tools, scratch))
    }
    (self.profiles, self.exports) = (profiles, exports)
  }

  /// The folder that the swift on PATH really stands in: its own llvm tools are there.
  private static func tools(in scratch: ScratchFolder) async throws -> String {
    let found = try await run("/bin/sh", ["-c", "readlink -f \"$(command -v swiftc)\""], in: scratch)
    let program = String(decoding: found, as: UTF8.self).trimmingCharacters(in: .newlines)
    return (program as NSString).deletingLastPathComponent
  }

  private static func export(
    _ profile: String, _ tools: String, _ scratch: ScratchFolder
  ) async throws -> [UInt8] {
    _ = try await run(tools + "/llvm-profdata", ["merge", "-sparse", "-o", "merged", profile], in: scratch)
    let options = ["export", "-format=text", "-instr-profile", "merged", "program"]
    return try await run(tools + "/llvm-cov", options, in: scratch)
  }

  private static func run(
    _ program: String, _ arguments: [String], in scratch: ScratchFolder, adding extra: [String: String] = [:]
  ) async throws -> [UInt8] {
    let environment = ProcessInfo.processInfo.environment.merging(extra) { $1 }
    let end = try await Command(
      program, arguments, in: scratch.url, environment: environment, limitSeconds: 600
    ).run()
    guard end.status == 0 else { throw Failed(words: "\(program) \(arguments): \(end.errorText)") }
    return [UInt8](end.output)
  }

  struct Failed: Error { var words: String }
}

extension CountedProgram {
  private static func writeSources(in scratch: ScratchFolder) throws {
    _ = try scratch.write("both.h", both)
    _ = try scratch.write("one.c", one)
    _ = try scratch.write("two.c", two)
    _ = try scratch.write("Library.swift", library)
    _ = try scratch.write("More.swift", more)
    _ = try scratch.write("main.swift", main)
  }

  private static let both = """
    static inline int twice(int n) { return n > 1 ? n * 2 : n; }
    static inline int unused(int n) { return n; }
    #define ADD(a, b) ((a) + (b))
    #define MORE(a) ADD(a, (a) > 2 ? 1 : 2)
    #define BOTH(a) (ADD(a, 1) + MORE(a))

    """

  private static let one = """
    #include "both.h"
    int one(int n) {
      int sum = BOTH(n);
      for (int i = 0; i < n && sum < 100; i++) { sum += twice(i) + BOTH(i); }
    #if 0
      sum = 0;
    #endif
      switch (sum) { case 3: return 1; case 4: sum++; default: break; }
      return MORE(MORE(sum));
    }

    """

  private static let two = """
    #include "both.h"
    int two(int n) { while (n > 5 || n == 3) n -= twice(2); return n ? ADD(n, 1) : unused(n); }

    """

  private static let library = """
    @inlinable public func doubled(_ n: Int) -> Int { n < 3 ? n * 2 : n }
    public struct Box<Value: Comparable> {
      public var values: [Value]
      public init(_ values: [Value]) { self.values = values }
      public func largest() -> Value? {
        guard var found = values.first else { return nil }
        for value in values where value > found { found = value }
        return found
      }
      public func never() -> Int { values.isEmpty ? 0 : values.count }
    }

    """

  private static let more = """
    private func hidden(_ n: Int) throws -> Int {
      defer { total += n }
      precondition(n >= 0, "the message \\(n)")
      if n > 1 { return n } else if n == 1 { return 2 }
      throw Refused.here
    }
    enum Refused: Error { case here }
    nonisolated(unsafe) var total = [1, 2].map { $0 + 1 }.reduce(0, +)
    func deep(_ n: Int) -> Int {
      let inner = { (m: Int) -> Int in m > 2 ? m : (try? hidden(m)) ?? -1 }
      switch n { case 0: return inner(0)
      case 1: return inner(1)
      case 2...5: do { return try hidden(n) } catch { return 0 }
      default: return 9 }
    }
    // What is behind it is counted as less than none.
    func first(_ list: [Int]) -> Int {
      defer { total += list.count }
      for one in list where one > 0 { return one }
      return 0
    }

    """

  private static let main = """
    import Library
    let words = CommandLine.arguments.dropFirst()
    let number = words.first.flatMap { Int($0) } ?? 0
    print(doubled(number), Box([1, number]).largest() ?? 0, Box(["a", "b"]).largest() ?? "")
    if words.count > 1 { for n in 0..<8 { print(deep(n)) }; print(first([0, 1])) }
    @_silgen_name("one") func one(_ n: CInt) -> CInt
    @_silgen_name("two") func two(_ n: CInt) -> CInt
    print(one(CInt(number)), two(CInt(number) + 5))

    """
}
