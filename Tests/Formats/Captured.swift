import Foundation
import Model

@testable import Formats

/// Real outputs, captured by the script beside them.
enum Captured {
  static func bytes(_ name: String, file: String = #filePath) -> [UInt8] {
    let url = URL(fileURLWithPath: file).deletingLastPathComponent()
    return [UInt8]((try? Data(contentsOf: url.appendingPathComponent("Captured/\(name)"))) ?? Data())
  }

  static let console = SourceMap(
    packageFolder: "/lab/Console",
    targets: [
      (
        "GeoTests", "Tests/GeoTests",
        ["GeoTests.swift", "Liar.swift", "Life.swift", "Nested/Namespaces.swift"]
      ),
      ("OldTests", "Tests/OldTests", ["OldTests.swift"]),
    ])

  static let stream = SourceMap(packageFolder: "/lab/Stream/", targets: [])
  static let crash = SourceMap(packageFolder: "/lab/Crash", targets: [])

  static func console(
    _ bytes: [UInt8], announced: [TestList.Entry] = [], chunk: Int = .max, outputLimit: Int = 65536
  ) -> XCTestConsole {
    var console = XCTestConsole(announced: announced, sources: console, outputLimit: outputLimit)
    bytes.inChunks(of: chunk) { console.read($0) }
    console.finish()
    return console
  }

  static func stream(_ bytes: [UInt8], sources: SourceMap = stream, chunk: Int = .max) -> EventStream {
    var stream = EventStream(sources: sources, cores: .max)
    bytes.inChunks(of: chunk) { stream.read($0) }
    stream.finish()
    return stream
  }

  static func diagnostics(_ bytes: [UInt8], chunk: Int = .max) -> CompilerDiagnostics {
    var diagnostics = CompilerDiagnostics()
    bytes.inChunks(of: chunk) { diagnostics.read($0) }
    diagnostics.finish()
    return diagnostics
  }
}

extension [UInt8] {
  func inChunks(of size: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = size >= bytes.count - start ? bytes.count : start + size
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
  }
}
