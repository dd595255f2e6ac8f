import Files
import Formats
import Foundation
import Model
import Processes

/// Follows a build: log, steps, diagnostics as they come.
final class BuildObserver: ProcessObserver {
  private let log: Log
  private var reader: CompilerDiagnostics
  private var tail: [UInt8] = []

  /// Places are told from there on.
  private let package: String
  private var former: [Diagnostic] = []
  private var wasCut = false
  /// Where programs of the package that die during the build have their sources.
  var sources: (() -> SourceMap)?

  init(
    log: Log, package: String, takesLoneNames: Bool = false, most: Int = CompilerDiagnostics.most
  ) {
    (self.log, self.package) = (log, package)
    reader = CompilerDiagnostics(takesLoneNames: takesLoneNames, most: most)
  }

  /// Those of the build that this one goes on with too.
  var diagnostics: [Diagnostic] {
    (former.filter { !reader.diagnostics.contains($0) } + reader.diagnostics).filter { !$0.isStatusAlone }
  }
  /// More was said than is kept.
  var isCut: Bool { wasCut || reader.droppedCount > 0 }

  /// What it printed last, for a failure that has no better words.
  var lastLines: [String] {
    String(decoding: tail, as: UTF8.self).split(separator: "\n").suffix(10).map { String($0) }
  }

  /// Of that what tells of no step: maybe why it failed, as a plugin's program says it.
  var lastWords: [String] {
    lastLines.filter { line in
      line != "error: cancelled" && !line.hasPrefix("Building for ")
        && line.prefixMatch(of: #/\[\d+/\d+\] /#) == nil
    }
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    log.write(bytes)
    tail.append(contentsOf: bytes.suffix(4096))
    if tail.count > 16384 { tail.removeFirst(tail.count - 4096) }
    reader.read(bytes)
    tell()
  }

  /// `withErrors`: what failed is told again by this one, where it fails still.
  func follow(_ other: BuildObserver, withErrors: Bool) {
    (former, wasCut) = (other.diagnostics.filter { withErrors || $0.severity != .error }, other.isCut)
  }

  func finish() {
    reader.finish()
    tell()
  }

  /// It says so and ends well where one of its tools was killed: what was to be built is not there, and what
  /// lies in its place is of an earlier commit.
  func judged(_ end: ProcessEnd) -> ProcessEnd {
    guard end.ending == .exited(0), end.stopped == nil,
      lastLines.contains(where: { $0.hasPrefix("Build ") && $0.contains("cancelled!") })
    else { return end }
    var end = end
    end.ending = .signaled(SIGKILL)
    return end
  }

  private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.relative(to: package).placed(by: sources?(), in: package)
  }

  private func tell() {
    for event in reader.takeEvents() {
      switch event {
      case .step(let done, let total, let what): log.tell(.step(done: done, total: total, what: what))
      case .diagnostic(let diagnostic):
        // What is built anew by itself is nobody's error.
        let isStale = StaleInput.find(in: [diagnostic.message], exists: { FileFacts($0) != nil }) != nil
        if !isStale, !diagnostic.isStatusAlone { log.tell(.diagnostic(placed(diagnostic))) }
      }
    }
  }
}

extension Diagnostic {
  /// With what swift says that it planned nothing: why stands in another one.
  fileprivate var isStatusAlone: Bool {
    severity == .error && file == nil && message.wholeMatch(of: /ExitCode\(rawValue: \d+\)/) != nil
  }
}
