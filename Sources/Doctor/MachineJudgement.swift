import Terminal
import Words

/// What a machine must have, judged from what was found. Pure.
enum MachineJudgement {
  /// Below this a build of a small package does not fit.
  static let leastBytes = 1_000_000_000
  static let fewBytes = 5_000_000_000

  static func stateFolder(_ path: String, problem: String?) -> Finding {
    guard let problem else { return Finding(.good, "state", "\(path) can be written") }
    return Finding(
      .problem, "state", "\(path) cannot be written: \(problem)",
      remedy: "export BOTHY_STATE=/a/folder/you/may/write, or say --state DIR")
  }

  static func space(_ path: String, freeBytes: Int?, freeFiles: Int?) -> Finding {
    guard let freeBytes else {
      return Finding(.warning, "space", "it is not known how much is free for \(path)")
    }
    let words = "\(Figures.bytes(freeBytes)) free for \(path)"
    let remedy = "du -xh -d2 \(ShellWord.quoted(path)) | sort -h | tail"
    if let freeFiles, freeFiles < 20_000 {
      return Finding(
        freeFiles < 2_000 ? .problem : .warning, "space",
        "\(words), but only \(Figures.grouped(freeFiles)) more files fit",
        remedy: "df -i \(ShellWord.quoted(path))")
    }
    if freeBytes < leastBytes {
      return Finding(.problem, "space", "\(words): too little to build anything", remedy: remedy)
    }
    if freeBytes < fewBytes {
      return Finding(.warning, "space", "\(words): little for large packages", remedy: remedy)
    }
    return Finding(.good, "space", words)
  }

  static func proc(isReadable: Bool) -> Finding {
    isReadable
      ? Finding(.good, "/proc", "processes can be seen")
      : Finding(
        .problem, "/proc", "processes cannot be seen, so what tests leave behind could not be ended",
        remedy: "mount -t proc proc /proc")
  }

  static func terminal(problem: String?) -> Finding {
    guard let problem else { return Finding(.good, "terminals", "pseudo-terminals can be opened") }
    return Finding(
      .problem, "terminals", "none can be opened (\(problem)), so output before a crash would be lost",
      remedy: "mount -t devpts devpts /dev/pts -o ptmxmode=0666")
  }

  /// Processes are held by descriptors since 5.3; without them a number could name another process.
  static func kernel(release: String) -> Finding {
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard numbers.count == 2 else { return Finding(.warning, "kernel", "\(release) is not understood") }
    let isOld = numbers[0] < 5 || numbers[0] == 5 && numbers[1] < 3
    return isOld
      ? Finding(
        .problem, "kernel", "\(release) cannot hold processes by descriptor (5.3 is needed)",
        remedy: "apt-get install -y linux-image-amd64, then reboot")
      : Finding(.good, "kernel", release)
  }

  static func locale(_ capabilities: TerminalCapabilities) -> Finding {
    capabilities.unicode
      ? Finding(.good, "locale", "UTF-8")
      : Finding(
        .warning, "locale", "it is not UTF-8, so plain signs stand for ✓ and ✗", remedy: "export LANG=C.UTF-8"
      )
  }

  static func size(cores: Int, memoryBytes: Int?) -> Finding {
    let memory = memoryBytes.map { ", \(Figures.bytes($0)) of memory" } ?? ""
    let words = Figures.count(cores, "core") + memory
    if let memoryBytes, memoryBytes < 2_000_000_000 {
      return Finding(
        .warning, "size", "\(words): compilers may run out of it",
        remedy: "bothy run --jobs 1, or add swap: fallocate -l 4G /swapfile && chmod 600 /swapfile "
          + "&& mkswap /swapfile && swapon /swapfile")
    }
    return Finding(.good, "size", words)
  }

  /// Nothing is missing without it.
  static func zstd(path: String?) -> Finding {
    Finding(
      .good, "zstd",
      path.map { "\($0), for archives" }
        ?? "there is none, so the action archive packs with gzip; apt-get install -y zstd makes them smaller")
  }

  /// Bothy reads repositories itself; `swift build` starts git to fetch what a package depends on.
  static func git(path: String?) -> Finding {
    path.map { Finding(.good, "git", "\($0), for what packages depend on") }
      ?? Finding(
        .warning, "git", "there is none, so `swift build` cannot fetch what packages depend on",
        remedy: "apt-get install -y git")
  }
}
