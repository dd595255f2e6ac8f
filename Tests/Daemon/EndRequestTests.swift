import Synchronization
import Testing

@testable import Daemon

@Suite("Requests to end")
struct EndRequestTests {
  @Test("who asks before it is known how to end is answered as soon as it is, and who asks later at once")
  func early() {
    let request = EndRequest()
    let count = Mutex(0)
    request.ask()
    #expect(count.withLock { $0 } == 0)
    request.answer { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
    request.ask()
    #expect(count.withLock { $0 } == 2)
  }
}
