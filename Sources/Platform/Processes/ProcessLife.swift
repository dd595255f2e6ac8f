import Glibc

public enum ProcessLife {
  /// Whether this is a Bothy that still runs; numbers of processes are used again.
  public static func isRunning(_ process: Int32) -> Bool {
    ProcessFile.read("/proc/\(process)/comm") { $0.starts(with: Array("bothy".utf8)) } ?? false
  }

  /// Whether it runs beside this one. In a container the first process has the same number each time, so that
  /// what began by this one's number and has not ended was begun by one before it.
  public static func isOtherRunning(_ process: Int32) -> Bool { process != getpid() && isRunning(process) }
}
