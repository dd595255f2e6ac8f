import Foundation
import Notes
import Testing

struct Lacks: Needs {}
@Test func argless(_ n: Int) {}
@Test func collection() { #expect([1, 2, 3] == [1, 4, 3]) }
func wrong() -> Int { "text" }
func call() { ambiguous(1) }
