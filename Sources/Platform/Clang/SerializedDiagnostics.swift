internal import CClang

/// Reads the diagnostics that the compiler keeps beside what it made, through the toolchain's libclang.
public final class SerializedDiagnostics {
  public struct Entry: Equatable, Sendable {
    public enum Severity: Sendable { case note, warning, error }
    public var severity: Severity
    public var message: String
    public var file: String?
    public var line: Int
    public var column: Int
    public var notes: [Entry] = []
  }

  private let clang: UnsafeMutableRawPointer

  /// Nil where the library cannot be loaded.
  public init?(library: String) {
    guard let opened = bothy_clang_open(library) else { return nil }
    clang = opened
  }

  deinit { bothy_clang_close(clang) }

  /// Nil where it is no such file.
  public func read(_ file: String) -> [Entry]? {
    var entries: [Entry] = []
    let isRead = withUnsafeMutablePointer(to: &entries) { pointer in
      bothy_clang_read(clang, file, pointer) { context, told in
        guard let context, let told else { return }
        let entries = context.assumingMemoryBound(to: [Entry].self)
        let entry = Entry(told.pointee)
        if told.pointee.depth == 0 || entries.pointee.isEmpty {
          entries.pointee.append(entry)
        } else {
          entries.pointee[entries.pointee.count - 1].notes.append(entry)
        }
      }
    }
    return isRead ? entries : nil
  }
}

extension SerializedDiagnostics.Entry {
  fileprivate init(_ told: BothyDiagnostic) {
    severity =
      switch told.severity {
      case 3...: .error
      case 2: .warning
      default: .note
      }
    message = told.message.map { String(cString: $0) } ?? ""
    file = told.file.map { String(cString: $0) }
    (line, column) = (Int(told.line), Int(told.column))
  }
}
