import Foundation

/// The processors that this process may run on: fewer than the machine has where it is held to some.
public enum Processors {
  public static let count = max(1, min(ProcessInfo.processInfo.activeProcessorCount, allowed ?? .max))

  private static var allowed: Int? {
    ProcessFile.read("/proc/self/status") { number(in: String(decoding: $0, as: UTF8.self)) } ?? nil
  }

  /// `Cpus_allowed:	ff,ffffffff`
  static func number(in status: String) -> Int? {
    let lead = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(lead) }) else { return nil }
    let digits = line.dropFirst(lead.count).compactMap(\.hexDigitValue)
    return digits.isEmpty ? nil : digits.reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
