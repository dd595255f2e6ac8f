import Foundation
import Kit
import Testing

@testable import Model

@Suite("The extra arguments of a build")
struct BuildArgumentsTests {
  private func refused(_ arguments: [String]) -> [String] {
    BuildArguments(arguments).problems.map(\.option)
  }

  @Test(
    "what builds something else, elsewhere or not at all is refused however it is written",
    arguments: [
      ["--package-path", "/other"], ["--package-path=/other"], ["-Xswiftc", "-DCI", "--package-path", "x"],
      ["--scratch-path", "x"], ["--build-path=x"], ["-c", "release"], ["-c=release"], ["-vc", "release"],
      ["-qc=release"], ["--configuration=release"], ["--target", "Lib"], ["--product=Lib"],
      ["--triple", "wasm32"], ["--show-bin-path"], ["-h"], ["--", "x"], ["-Xswiftc"], ["-Xcc", "-O", "-Xcc"],
      ["-Xswiftc", "-version"], ["-Xswiftc=-typecheck"], ["-Xlinker", "--version"], ["-Xcc=-###"],
      ["--traits", "--target", "a"], ["--chdir", "x"], ["-C", "x"], ["--disable-xctest"],
      ["--filter", "x"],
    ])
  func refusals(arguments: [String]) { #expect(refused(arguments).count == 1) }

  @Test(
    "what changes only how it is built may stand there",
    arguments: [
      [], ["-Xswiftc", "-DCI"], ["-Xswiftc=-DCI"], ["--sanitize=thread"], ["-j", "4"], ["-v"], ["-vq"],
      ["-Xcc", "--target=x86_64-unknown-linux-gnu"], ["-Xswiftc", "--package-path", "-Xswiftc", "--"],
      ["--traits", "A,B"], ["--explicit-target-dependency-import-check", "error"], ["--of-tomorrow", "x"],
      ["-Xlinker", "-c"], ["--pkg-config-path=/x"], ["-debug-info-format=none"],
    ])
  func mayStand(arguments: [String]) { #expect(refused(arguments) == []) }

  @Test("each is told in its place, with what to do")
  func told() {
    let problems = BuildArguments(["-v", "-c=release", "-Xcc", "-O2", "--package-path", "x"]).problems
    #expect(problems.map(\.index) == [1, 4])
    #expect(problems.first?.advice.contains("write `configuration: debug` or") == true)
    #expect(problems.last?.advice.contains("`package: FOLDER`") == true)
  }

  @Test("what decides the dependencies is for the commands that resolve and describe, too")
  func ofPackage() {
    let arguments = BuildArguments([
      "--only-use-versions-from-resolved-file", "-Xswiftc", "--netrc", "--netrc-file", "x", "--traits", "A",
      "-Xbuild-tools-swiftc", "-DCI", "--config-path=y", "-j", "2",
    ])
    let both = [
      "--only-use-versions-from-resolved-file", "--netrc-file", "x", "-Xbuild-tools-swiftc", "-DCI",
      "--config-path=y",
    ]
    #expect(arguments.ofPackage(resolving: false) == both)
    #expect(
      arguments.ofPackage(resolving: true) == both.prefix(3) + ["--traits", "A"] + both.suffix(3))
  }

  @Test("every option that the toolchain lists is decided", arguments: ["build", "test"])
  func whole(command: String) async throws {
    let scratch = try ScratchFolder("options")
    let folder = URL(fileURLWithPath: scratch.path)
    let end = try await Command("/usr/bin/env", ["swift", command, "--help-hidden"], in: folder).run()
    // "  -c, --configuration <configuration>", "  --netrc-file <file>", "  --enable-x/--disable-x".
    let heads = end.outputText.split(separator: "\n").filter { $0.hasPrefix("  -") }
      .map { $0.dropFirst(2).prefix { $0 != "<" }.components(separatedBy: "  ")[0] }
    let names = heads.flatMap { $0.components(separatedBy: CharacterSet(charactersIn: ",/ ")) }
      .filter { !$0.isEmpty }
    #expect(names.count > 100)
    #expect(names.filter { BuildOption.uses[$0] == nil } == [])
  }

  @Test("no option is decided twice")
  func once() {
    let names = BuildOption.table.flatMap { $0.1.split(separator: " ") }
    #expect(Set(names).count == names.count)
  }
}
