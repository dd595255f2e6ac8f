import Foundation
import Glibc
import Testing

import class Kit.ScratchFolder

@testable import Processes

@Suite("A lock on a file") struct FileLockTests {
  @Test("one holder at a time, named, until its last copy is gone")
  func exclusive() throws {
    let scratch = try ScratchFolder("some processes")
    let path = "\(scratch.path)/lock"
    #expect(FileLock.holder(of: path) == nil)
    var lock = try FileLock(taking: path)
    let copy = lock
    #expect(lock != nil)
    #expect(try FileLock(taking: path) == nil)
    #expect(FileLock.holder(of: path) == getpid())
    lock = nil
    #expect(try FileLock(taking: path) == nil)
    withExtendedLifetime(copy) {}
  }

  @Test("it knows that its file was removed or replaced, as then two may hold one of that name")
  func replaced() throws {
    let scratch = try ScratchFolder("some processes")
    let path = "\(scratch.path)/lock"
    let lock = try #require(try FileLock(taking: path))
    #expect(lock.isFound)
    unlink(path)
    #expect(!lock.isFound)
    let other = try #require(try FileLock(taking: path))
    #expect(!lock.isFound && other.isFound)
  }

  @Test("it is free again after its holder, and free after a holder that was killed")
  func released() throws {
    let scratch = try ScratchFolder("some processes")
    let path = "\(scratch.path)/lock"
    do { _ = try FileLock(taking: path) }
    #expect(FileLock.holder(of: path) == nil)
    let recorder = Recorder()
    var seen: [Int32?] = []
    recorder.question = { heard, _ in
      guard heard.text.contains("held") else { return nil }
      seen.append(FileLock.holder(of: path))
      seen.append((try? FileLock(taking: path)) == nil ? 1 : 0)
      return "enough"
    }
    let script =
      "import fcntl,time,sys,os; f=open(sys.argv[1],'w'); fcntl.flock(f,2); "
      + "f.write('%d\\n' % os.getpid()); f.flush(); print('held',flush=True); time.sleep(60)"
    _ = try python(script, [path], recorder: recorder)
    #expect(seen.count == 2 && (seen[0] ?? 0) > 1 && seen[1] == 1)
    #expect(FileLock.holder(of: path) == nil)
    #expect(try FileLock(taking: path) != nil)
  }

  @Test("many threads: never two holders")
  func contended() throws {
    let scratch = try ScratchFolder("some processes")
    let path = "\(scratch.path)/lock"
    let box = ResultBox()
    nonisolated(unsafe) var inside = 0  // guarded by the lock that is tested
    nonisolated(unsafe) var most = 0  // the same
    let threads = (0..<4).map { _ in
      Thread {
        for _ in 0..<20 {
          if let lock = try? FileLock(taking: path) {
            inside += 1
            most = max(most, inside)
            usleep(1000)
            inside -= 1
            withExtendedLifetime(lock) {}
          }
          _ = FileLock.holder(of: path)
        }
        box.finish()
      }
    }
    for thread in threads { thread.start() }
    for _ in threads { box.wait() }
    #expect(most == 1)
  }

  @Test("a folder that is missing is an error that says so")
  func missing() throws {
    do {
      _ = try FileLock(taking: "/no/such/folder/lock")
      Issue.record("locked")
    } catch {
      #expect("\(error)".hasPrefix("locking /no/such/folder/lock: no such file or directory: "))
    }
  }
}
