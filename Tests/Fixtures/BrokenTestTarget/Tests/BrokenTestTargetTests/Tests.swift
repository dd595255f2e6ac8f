import BrokenTestTarget
import Testing

@Test func doesNotCompile() { #expect(fine() == nothingLikeThis) }

@Test(.enabled(if: throwing())) func inAMacro() {}

func throwing() throws -> Bool { true }
