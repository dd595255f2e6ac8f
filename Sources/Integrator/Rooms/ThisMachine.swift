import Foundation
import Model
import Processes

/// What the kernel and the distribution tell of the machine, read from `root`.
struct ThisMachine {
  var root = "/"

  var facts: HostMachine {
    HostMachine(
      host: line("proc/sys/kernel/hostname"), system: system, kernel: line("proc/sys/kernel/osrelease"),
      cores: Processors.count, memoryBytes: memoryBytes)
  }

  private var system: String? {
    let name = /^PRETTY_NAME=["']*([^"'\n]+)/.anchorsMatchLineEndings()
    return ["etc/os-release", "usr/lib/os-release"].lazy.compactMap { text($0).firstMatch(of: name) }
      .first.map { String($0.1) }
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
