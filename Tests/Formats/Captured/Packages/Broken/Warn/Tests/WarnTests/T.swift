import Testing
@testable import Warn

@Test func t() { var never = 1 }
