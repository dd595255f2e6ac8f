import Foundation
import Model
import Processes
import Synchronization
import Testing

@testable import Integrator

@Suite("What several threads share")
struct SharedTests {
  @Test("processes of several threads are summed up, and their notes and lines are whole")
  func threads() throws {
    let world = try SmallWorld()
    let bench = try world.bench()
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      do {
        _ = try bench.run(
          Command(executable: world.swift, environment: [:], folder: "/"), observer: Collector())
        bench.note("note \(number % 8)")
        bench.log.write(line: String(repeating: "x", count: 100))
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(bench.usage.cpuSeconds == 128 && bench.notes.all.count == 8)
    let lines = world.text(world.folder.log).split(separator: "\n")
    #expect(lines.count == 72 && lines.allSatisfy { $0.count == 100 || $0.hasPrefix("[note") })
  }
}
