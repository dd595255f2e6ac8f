import Passwords
import Testing

@Suite("What is kept of a password")
struct PasswordHashTests {
  @Test("the same password becomes something else each time, and fits all of them")
  func fits() throws {
    let (one, other) = (try PasswordHash.make("correct horse"), try PasswordHash.make("correct horse"))
    #expect(one.hasPrefix("$y$") && one != other && !one.contains("correct"))
    #expect(PasswordHash.fits("correct horse", one) && PasswordHash.fits("correct horse", other))
    for wrong in ["", "correct hors", "correct horse ", "Correct horse", "correct horse\0x"] {
      #expect(!PasswordHash.fits(wrong, one), "\(wrong)")
    }
  }

  @Test("what was never made of a password is fit by none")
  func broken() {
    for kept in ["", "*0", "*1", "$y$", "x", "$y$j9T$", String(repeating: "$", count: 1000)] {
      #expect(!PasswordHash.fits("correct horse", kept), "\(kept)")
      #expect(!PasswordHash.fits("", kept), "\(kept)")
    }
    #expect(!PasswordHash.fits(String(repeating: "a", count: 1 << 20), "$y$j9T$"))
  }
}
