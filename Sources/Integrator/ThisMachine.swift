import Foundation
import Model

/// What the kernel and the distribution tell of the machine, read from `root`.
struct ThisMachine {
  var root = "/"

  var facts: HostMachine {
    HostMachine(
      host: line("proc/sys/kernel/hostname"), system: system, kernel: line("proc/sys/kernel/osrelease"),
      cores: cores, memoryBytes: memoryBytes)
  }

  /// Those that this process may use.
  private var cores: Int? {
    let count = ProcessInfo.processInfo.activeProcessorCount
    return count > 0 ? count : nil
  }

  private var system: String? {
    for path in ["etc/os-release", "usr/lib/os-release"] {
      for line in text(path).split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
        let name = line.dropFirst("PRETTY_NAME=".count).trimmingCharacters(
          in: CharacterSet(charactersIn: "\"'"))
        if !name.isEmpty { return name }
      }
    }
    return nil
  }

  private var memoryBytes: Int? {
    text("proc/meminfo").firstMatch(of: /MemTotal:\s+(\d+) kB/).flatMap { Int($0.1) }.map { $0 * 1024 }
  }

  private func line(_ path: String) -> String? {
    let text = text(path).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: root + path) ?? Data(), as: UTF8.self)
  }
}
