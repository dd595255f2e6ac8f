import Terminal
import Testing

@testable import Doctor

@Suite("The doctor's judgement")
struct JudgementTests {
  private let pipe = TerminalCapabilities(isTerminal: false, width: 80, colors: false)
  private let plain = TerminalCapabilities(isTerminal: false, width: 80, colors: false, unicode: false)

  @Test("a toolchain is judged by what it says of itself")
  func swift() {
    let good = ToolchainJudgement.swift(
      .found(path: "/opt/swift/usr/bin/swift", output: "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x")
    )
    #expect(good == Finding(.good, "swift", "Swift 6.3.1 at /opt/swift/usr/bin/swift"))
    let old = ToolchainJudgement.swift(
      .found(path: "/s", output: "Swift version 5.10.1 (swift-5.10.1-RELEASE)"))
    #expect(old.status == .warning)
    #expect(ToolchainJudgement.swift(.found(path: "/s", output: "gibberish")).status == .warning)
    #expect(
      ToolchainJudgement.version("swift-driver version: 1.9 Apple Swift version 6.0 (x)")?.text == "Swift 6.0"
    )
  }

  @Test("a missing swift is found where people put one")
  func missingSwift() {
    let elsewhere = ToolchainJudgement.swift(.missing(elsewhere: ["/opt/swift/usr/bin"]))
    #expect(elsewhere.remedy == "export PATH=/opt/swift/usr/bin:$PATH")
    #expect(ToolchainJudgement.swift(.missing(elsewhere: [])).remedy?.contains("swift.org") == true)
  }

  @Test("a library that the loader misses is named by its Debian package")
  func libraries() {
    let output =
      "swift-build: error while loading shared libraries: libxml2.so.2: cannot open shared object file"
    let finding = ToolchainJudgement.swift(.broken(path: "/s", output: output))
    #expect(finding.status == .problem)
    #expect(finding.remedy == "apt-get install -y libxml2")
    #expect(ToolchainJudgement.trial(.notRun(output)).remedy == "apt-get install -y libxml2")
  }

  @Test("another LLVM's tools will not do")
  func llvm() {
    let finding = ToolchainJudgement.llvm(
      "llvm-cov", besideSwift: nil, folder: "/opt/swift/usr/bin", onPath: "/usr/bin/llvm-cov")
    #expect(finding.status == .problem)
    #expect(finding.words.contains("/usr/bin/llvm-cov is another LLVM's"))
  }

  @Test("a compiler that cannot write below HOME is not sent to install a linker")
  func refusedCache() {
    let output = """
      <unknown>:0: error: unable to open output file '/no/.cache/clang/ModuleCache/2S/SwiftShims-2W.pcm': \
      'Permission denied'
      """
    let remedy = ToolchainJudgement.trial(.notCompiled(output)).remedy
    #expect(remedy == "export HOME=FOLDER, one that can be written")
  }

  @Test("the trial is judged by how far it came")
  func trial() {
    let outcomes: [(ToolchainJudgement.Trial, Finding.Status)] = [
      (.measured(seconds: 2), .good), (.lostWhenKilled(seconds: 2), .warning),
      (.notCompiled("error: no crt1.o"), .problem),
      (.notRun(""), .problem), (.notMeasured("x"), .problem), (.notPrepared("x"), .problem),
    ]
    for (trial, status) in outcomes {
      let finding = ToolchainJudgement.trial(trial)
      #expect(finding.status == status)
      #expect((finding.remedy == nil) == (status == .good))
    }
    #expect(ToolchainJudgement.testLibraries(missing: ["XCTest"]).status == .warning)
    #expect(ToolchainJudgement.testLibraries(missing: ["XCTest", "Swift Testing"]).status == .problem)
  }

  @Test(
    "little space is a warning, none a problem",
    arguments: [
      (50_000_000_000, 1_000_000, Finding.Status.good), (4_000_000_000, 1_000_000, .warning),
      (10_000_000, 1_000_000, .problem),
      (50_000_000_000, 10_000, .warning), (50_000_000_000, 10, .problem), (50_000_000_000, nil, .good),
      (nil, nil, .warning),
    ] as [(Int?, Int?, Finding.Status)])
  func space(bytes: Int?, files: Int?, status: Finding.Status) {
    #expect(MachineJudgement.space("/s", freeBytes: bytes, freeFiles: files).status == status)
  }

  @Test(
    "a kernel must be able to hold processes",
    arguments: [
      ("6.1.0-13-amd64", Finding.Status.good), ("5.3.0", .good), ("5.2.21", .problem),
      ("4.19.0-26", .problem),
      ("5.15.0-microsoft-standard-WSL2", .good), ("", .warning),
    ])
  func kernel(release: String, status: Finding.Status) {
    #expect(MachineJudgement.kernel(release: release).status == status)
  }

  @Test("without zstd nothing is wrong, and what would be better is told")
  func zstd() {
    let finding = MachineJudgement.zstd(path: nil)
    #expect(finding.status == .good && finding.text(capabilities: pipe).contains("install -y zstd"))
  }

  @Test("every problem comes with what mends it")
  func remedies() {
    let problems = [
      MachineJudgement.stateFolder("/s", problem: "read-only file system"),
      MachineJudgement.proc(isReadable: false),
      MachineJudgement.terminal(problem: "x"), MachineJudgement.git(path: nil),
      MachineJudgement.locale(plain),
      MachineJudgement.size(cores: 1, memoryBytes: 1_000_000_000),
    ]
    for finding in problems {
      #expect(finding.status != .good)
      #expect(finding.remedy != nil)
      #expect(finding.text(capabilities: pipe).contains("mend: "))
    }
  }

  @Test("one problem makes the machine unable, warnings do not")
  func conclusion() {
    let good = Finding(.good, "a", "b")
    let warning = Finding(.warning, "a", "b")
    let problem = Finding(.problem, "a", "b")
    #expect(Finding.conclusion([good, warning], capabilities: pipe).exitStatus == 0)
    #expect(
      Finding.conclusion([good, warning], capabilities: pipe).text.contains(
        "able to integrate, with 1 warning."))
    #expect(Finding.conclusion([problem, problem, warning], capabilities: pipe).exitStatus == 5)
    #expect(
      Finding.conclusion([problem, problem, warning], capabilities: pipe).text.contains(
        "2 problems, with 1 warning."))
  }

  @Test("a command that mends is never broken, so that it can be copied")
  func unbroken() {
    let finding = MachineJudgement.size(cores: 1, memoryBytes: 1)
    let narrow = TerminalCapabilities(isTerminal: true, width: 40, colors: true)
    let remedy = finding.remedy ?? "none"
    #expect(finding.text(capabilities: narrow).contains(remedy))
  }
}
