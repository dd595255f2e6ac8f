import Glibc

public enum ProcessLife {
  /// Whether this is a Bothy that still runs; numbers of processes are used again.
  public static func isRunning(_ process: Int32) -> Bool {
    ProcessFile.read("/proc/\(process)/comm") { $0.starts(with: Array("bothy".utf8)) } ?? false
  }
}
