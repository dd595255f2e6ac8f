import Synchronization
import Testing
import Threads

@Suite struct LaneTests {
  @Test("work is done in its order, and no more of it waits than may")
  func order() {
    let lane = Lane(most: 2)
    let done = Mutex<[Int]>([])
    let waiting = Mutex<(now: Int, most: Int)>((0, 0))
    for number in 0..<50 {
      lane.add {
        waiting.withLock { $0.now -= 1 }
        done.withLock { $0.append(number) }
      }
      waiting.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
    }
    lane.finish()
    #expect(done.withLock { $0 } == Array(0..<50))
    #expect(waiting.withLock { $0.most } <= 2)
  }

  @Test("who finishes waits for the last, and may go on afterwards")
  func finishing() {
    let lane = Lane(most: 1)
    let count = Mutex(0)
    lane.finish()
    for _ in 0..<3 { lane.add { count.withLock { $0 += 1 } } }
    lane.finish()
    #expect(count.withLock { $0 } == 3)
  }
}
