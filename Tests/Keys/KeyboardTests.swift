import Foundation
import Testing

@testable import Keys

@Suite("A keyboard")
struct KeyboardTests {
  @Test("there is none where nobody can type")
  func none() throws {
    #expect(Keyboard(of: open("/dev/null", O_RDONLY)) { _ in } == nil)
  }
}
