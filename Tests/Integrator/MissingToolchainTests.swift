import Explaining
import Testing

@testable import Integrator

@Suite("No swift on PATH")
struct MissingToolchainTests {
  private func text(_ path: String, elsewhere: [String] = [], isSudo: Bool = false) -> String {
    let told = ToolchainPlace.missing(on: path, elsewhere: elsewhere, isSudo: isSudo)
    return "\(told.wrong): \(told.advice)"
  }

  @Test("the PATH that was looked in is told, and the folder that holds one")
  func elsewhere() {
    let told = text("/usr/bin:/bin", elsewhere: ["/opt/swift/usr/bin"])
    #expect(
      told
        == "there is no swift on PATH, which is /usr/bin:/bin: add /opt/swift/usr/bin to PATH, where there "
        + "is one, or name that folder as `toolchain` in the bot file; `bothy doctor` tells more", "\(told)")
    #expect(text("").contains("on PATH, which is empty: install Swift from swift.org"))
  }

  @Test("who typed sudo is told how to keep the own PATH")
  func sudo() {
    let told = text("/usr/sbin:/usr/bin", isSudo: true)
    #expect(told.contains(": sudo has a PATH of its own: `sudo env \"PATH=$PATH\" bothy …` keeps yours; or "))
  }
}
