import Synchronization
import Testing
import Threads

@Suite struct LaterTests {
  @Test("it is made once, however many ask at the same time")
  func once() {
    let count = Mutex(0)
    let later = Later {
      count.withLock { $0 += 1 }
      return 7
    }
    let found = Parallel.map(Array(0..<8)) { _ in later.value }
    #expect(found == Array(repeating: 7, count: 8))
    #expect(count.withLock { $0 } == 1)
  }
}
