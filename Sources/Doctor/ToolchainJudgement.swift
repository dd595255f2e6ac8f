import Terminal
import Words

/// What a toolchain must have, judged from what was found. Pure.
enum ToolchainJudgement {
  /// What came of asking `swift --version`.
  enum Swift: Equatable, Sendable {
    /// `elsewhere`: folders off the PATH that hold one.
    case missing(elsewhere: [String])
    case broken(path: String, output: String)
    case found(path: String, output: String)
  }

  /// What came of a program of a few lines, compiled with coverage, run, and killed while it ran.
  enum Trial: Equatable, Sendable {
    case notPrepared(String)
    case notCompiled(String)
    case notRun(String)
    /// The profile was empty: the process has to end by itself for its coverage to be kept.
    case lostWhenKilled(seconds: Double)
    case notMeasured(String)
    case measured(seconds: Double)
  }

  static func swift(_ swift: Swift) -> Finding {
    switch swift {
    case .missing(let elsewhere):
      let remedy = elsewhere.first.map { "export PATH=\($0):$PATH" }
      return Finding(
        .problem, "swift", "there is none on PATH",
        remedy: remedy ?? "install it as https://www.swift.org/install/linux tells, then put it on PATH")
    case .broken(let path, let output):
      let why = reason(output)
      return Finding(
        .problem, "swift", "\(path) does not run: \(why)",
        remedy: missingLibrary(output).map { "apt-get install -y \($0)" } ?? "install the toolchain again")
    case .found(let path, let output):
      guard let version = version(output) else {
        return Finding(
          .warning, "swift", "\(path) does not tell its version: \(reason(output))",
          remedy: "install the toolchain again")
      }
      let words = "\(version.text) at \(path)"
      if version.major < 6 {
        return Finding(
          .warning, "swift", "\(words): older than 6.0, which tells less about tests and crashes",
          remedy: "install a newer one as https://www.swift.org/install/linux tells")
      }
      return Finding(.good, "swift", words)
    }
  }

  /// One of the two tools that must come with the very toolchain that compiled.
  static func llvm(_ name: String, besideSwift: String?, folder: String, onPath: String?) -> Finding {
    if let besideSwift { return Finding(.good, name, besideSwift) }
    let other = onPath.map { "; \($0) is another LLVM's and will not do" } ?? ""
    return Finding(
      .problem, name, "there is none in \(folder), beside swift\(other)",
      remedy: "install a complete toolchain: https://www.swift.org/install/linux")
  }

  static func testLibraries(missing: [String]) -> Finding {
    if missing.isEmpty { return Finding(.good, "tests", "XCTest and Swift Testing come with this toolchain") }
    return Finding(
      missing.count > 1 ? .problem : .warning, "tests",
      "\(missing.joined(separator: " and ")) did not come with this toolchain",
      remedy: "install a complete toolchain: https://www.swift.org/install/linux")
  }

  static func trial(_ trial: Trial) -> Finding {
    let linker = "apt-get install -y binutils gcc libc6-dev libstdc++-12-dev"
    switch trial {
    case .notPrepared(let why):
      return Finding(
        .problem, "trial", "no place for a small program: \(why)", remedy: "export TMPDIR=/var/tmp")
    case .notCompiled(let output):
      let package = missingLibrary(output).map { "apt-get install -y \($0)" }
      let mend = isCacheRefused(output) ? "export HOME=FOLDER, one that can be written" : linker
      return Finding(
        .problem, "trial", "a small program does not compile: \(reason(output))", remedy: package ?? mend)
    case .notRun(let output):
      return Finding(
        .problem, "trial", "a small program compiles but does not run: \(reason(output))",
        remedy: missingLibrary(output).map { "apt-get install -y \($0)" } ?? "export TMPDIR=/var/tmp")
    case .notMeasured(let why):
      return Finding(
        .problem, "trial", "coverage cannot be measured: \(reason(why))",
        remedy: "install a complete toolchain: https://www.swift.org/install/linux")
    case .lostWhenKilled(let seconds):
      return Finding(
        .warning, "trial",
        "compiled and run in \(Figures.duration(seconds)), but with this toolchain the coverage of "
          + "a process that crashes is lost",
        remedy: "install a newer toolchain as https://www.swift.org/install/linux tells")
    case .measured(let seconds):
      return Finding(
        .good, "trial", "compiled, killed and still measured a small program in \(Figures.duration(seconds))")
    }
  }

  /// The compiler keeps what it made of C headers below HOME.
  private static func isCacheRefused(_ output: String) -> Bool {
    output.contains("unable to open output file") && output.contains("ModuleCache")
  }

  /// "Swift version 6.3.1 (swift-6.3.1-RELEASE)" and "Apple Swift version 6.0 …", wherever it stands.
  static func version(_ output: String) -> (major: Int, text: String)? {
    guard let found = output.firstMatch(of: /Swift version ((\d+)\.\S+)/), let major = Int(found.2) else {
      return nil
    }
    return (major, "Swift \(found.1)")
  }

  /// The line that says most, and not pages of it.
  static func reason(_ output: String) -> String {
    let lines = output.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
    let telling = lines.first { $0.contains("error while loading") } ?? lines.first { $0.contains("error:") }
    return String((telling ?? lines.last ?? "it says nothing").prefix(200))
  }

  /// The Debian package of the shared library that the loader could not find.
  static func missingLibrary(_ output: String) -> String? {
    let loading = /error while loading shared libraries: (\S+?):/
    guard let found = output.firstMatch(of: loading) else { return nil }
    let packages = [
      ("libxml2", "libxml2"), ("libcurl", "libcurl4"), ("libsqlite3", "libsqlite3-0"),
      ("libedit", "libedit2"), ("libtinfo", "libtinfo6"), ("libncurses", "libncurses6"), ("libz3", "libz3-4"),
      ("libstdc++", "libstdc++6"), ("libatomic", "libatomic1"), ("libuuid", "libuuid1"), ("libz.", "zlib1g"),
      ("libpython3", "libpython3-dev"), ("libgcc_s", "libgcc-s1"),
    ]
    return packages.first { found.1.hasPrefix($0.0) }?.1
  }
}
