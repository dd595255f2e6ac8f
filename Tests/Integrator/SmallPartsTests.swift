import Explaining
import Files
import Foundation
import Kit
import Model
import Testing
import Words

@testable import Integrator

@Suite struct SmallPartsTests {
  @Test(
    "checksums are those of sha256sum",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ])
  func checksums(text: String, expected: String) {
    #expect(SHA256.hex(Array(text.utf8)) == expected)
  }

  @Test("a commit may claim any moment, and its report still tells one")
  func commitDates() {
    #expect(Commit.date(1_795_000_000).timeIntervalSince1970 == 1_795_000_000)
    for seconds in [Int64.max, .min] {
      let date = Commit.date(seconds)
      #expect(Int(exactly: date.timeIntervalSince1970) != nil)
      #expect((0...9999).contains(Calendar(identifier: .gregorian).component(.year, from: date)))
    }
  }

  @Test("the machine tells its host, system, kernel, cores and memory; what it does not tell is absent")
  func machine() throws {
    let scratch = try ScratchFolder("machine")
    let folder = scratch.path
    for path in ["etc", "proc/sys/kernel"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }
    for (path, text) in [
      ("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"),
      ("proc/sys/kernel/hostname", "oak\n"), ("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n"),
      ("proc/meminfo", "MemTotal:       16303428 kB\nMemFree:          1 kB\n"),
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(path)")) }
    let told = ThisMachine(root: "\(folder)/").facts
    #expect(told.host == "oak" && told.system == "Debian GNU/Linux 12 (bookworm)")
    #expect(told.kernel == "6.1.0-18-amd64" && told.memoryBytes == 16_303_428 * 1024)
    let silent = ThisMachine(root: "\(folder)/nothing/").facts
    #expect(silent.host == nil && silent.system == nil && silent.kernel == nil && silent.memoryBytes == nil)
    let here = ThisMachine().facts
    #expect((here.cores ?? 0) > 0 && (here.memoryBytes ?? 0) > 0 && here.kernel?.isEmpty == false)
  }

  @Test("a toolchain's version is one phrase")
  func version() {
    #expect(
      ToolchainFinder.readVersion(
        "Swift version 6.3.1 (swift-6.3.1-RELEASE)\nTarget: x86_64-unknown-linux-gnu\n")
        == "Swift 6.3.1 (x86_64-unknown-linux-gnu)")
    #expect(ToolchainFinder.readVersion("zsh: command not found") == nil)
  }

  @Test("without secrets every byte comes through at once")
  func nothingToMask() {
    var stream = MaskingStream(.none)
    var seen: [UInt8] = []
    [UInt8]("no newline".utf8).withUnsafeBytes { stream.add($0) { seen += $0 } }
    #expect(String(decoding: seen, as: UTF8.self) == "no newline")
  }

  @Test("secrets are read from a file that only its owner may read, and all that are named must be there")
  func secrets() throws {
    let scratch = try ScratchFolder("secrets")
    let file = scratch.path + "/a.env"
    try publish(Array("# mine\nTOKEN=a=b c\nOTHER=x\n".utf8), as: file, mode: 0o600)
    #expect(try Secrets.read(["TOKEN"], from: file).values == ["TOKEN": "a=b c"])
    #expect(try Secrets.read([], from: "/none") == .none)
    #expect(throws: Explanation.self) { try Secrets.read(["TOKEN", "ABSENT"], from: file) }
    chmod(file, 0o644)
    #expect(throws: Explanation.self) { try Secrets.read(["TOKEN"], from: file) }
  }

  @Test("the words for a process that ended say how")
  func signals() {
    #expect(SignalName.of(SIGSEGV) == "SIGSEGV")
    #expect(SignalName.of(60) == "signal 60")
  }
}

@Suite("What a short command printed") struct CollectorTests {
  @Test("of too much the beginning is kept, without a hole in it")
  func cut() {
    let collector = Collector(limit: 5)
    func print(_ text: String) {
      Array(text.utf8).withUnsafeBytes { collector.received($0, from: .standardOutput) }
    }
    print("abc")
    #expect(!collector.isCut)
    print("defg")
    print("h")
    #expect(String(decoding: collector.output, as: UTF8.self) == "abcde" && collector.isCut)
  }
}
