import Explaining
import Foundation
import Kit
import Testing

@testable import FileEvents

@Suite("A watcher", .timeLimit(.minutes(5)))
struct FileWatcherTests {
  private func files(_ post: Post, _ folder: String) -> [String: WatchedFiles] {
    ["bots": .files(inFolder: post.path(folder), endings: [".yaml", ".yml"])]
  }

  @Test("files of a folder: written, replaced, removed, and nothing of the others")
  func files() async throws {
    let post = try Post()
    try post.shell("mkdir bots")
    await post.watcher.watch(files(post, "bots"), within: 60)
    #expect(try await post.heard { try post.shell("echo a > bots/a.yaml") } == ["bots"])
    #expect(try await post.heard { try post.shell("echo b >> bots/a.yaml") } == ["bots"])
    #expect(try await post.heard { try post.shell("echo c > bots/.n; mv bots/.n bots/a.yaml") } == ["bots"])
    #expect(try await post.heard { try post.shell("rm bots/a.yaml") } == ["bots"])
    let other = try await post.silence { try post.shell("echo c > bots/.a.yaml.swp; echo > bots/README") }
    #expect(other == nil)
  }

  @Test("a folder of files that goes and comes back, and files that are links")
  func filesBehindLinks() async throws {
    let post = try Post()
    await post.watcher.watch(files(post, "bots"), within: 60)
    #expect(try await post.heard { try post.shell("mkdir bots") } == ["bots"])
    #expect(
      try await post.heard { try post.shell("mkdir x; echo a > x/f; ln -s ../x/f bots/a.yml") } == ["bots"])
    #expect(try await post.heard { try post.shell("echo b > x/f") } == ["bots"])
    #expect(try await post.heard { try post.shell("mv bots old") } == ["bots"])
    #expect(try await post.silence { try post.shell("echo c > x/f") } == nil)
    #expect(try await post.heard { try post.shell("mv old bots") } == ["bots"])
    #expect(try await post.heard { try post.shell("echo b > x/f") } == ["bots"])
  }

  @Test("many changes at once become few words, and none is lost while nobody listens")
  func coalesced() async throws {
    let post = try Post()
    try post.repository("one")
    try post.repository("two")
    await post.watch("one", "two")
    for number in 1...200 { try post.shell("cp one/.git/refs/heads/main one/.git/refs/heads/b\(number)") }
    try post.commit("two")
    try await Task.sleep(for: .seconds(0.3))
    #expect(await post.word()?.keys == ["one", "two"])
    #expect(await post.word(within: 0.2) == nil)
  }

  @Test("whoever waits is let go when the task is canceled, and the next one hears what came meanwhile")
  func canceled() async throws {
    let post = try Post()
    try post.repository("one")
    await post.watch("one")
    let watcher = post.watcher
    let waiting = Task { await watcher.next() }
    try await Task.sleep(for: .seconds(0.05))
    waiting.cancel()
    #expect(await waiting.value == nil)
    try post.commit("one")
    #expect(await post.word()?.keys == ["one"])
  }

  @Test("what is not watched any more is not heard")
  func dropped() async throws {
    let post = try Post()
    try post.repository("one")
    try post.repository("two")
    await post.watch("one", "two")
    await post.watch("two")
    #expect(try await post.silence { try post.commit("one") } == nil)
    #expect(try await post.heard { try post.commit("two") } == ["two"])
  }

  @Test("a limit of watches is told once, with what raises it; the rest is watched")
  func limit() async throws {
    let post = try Post(mostWatches: 4)
    for name in ["one", "two", "three"] { try post.repository(name) }
    await post.watch("one", "two", "three")
    let notice = try #require(await post.word()?.notices.first)
    #expect(notice.contains("of 3 places may be seen by the timer only"), "\(notice)")
    #expect(notice.contains("sudo sysctl fs.inotify.max_user_watches="), "\(notice)")
    for name in ["one", "two", "three"] { try post.commit(name) }
    let look = try #require(await post.word())
    #expect(look.keys.count >= 1 && look.notices == [])
  }
}

@Suite("The table of watches")
struct WatchTableTests {
  private func bare(_ scratch: ScratchFolder, _ name: String) throws -> WatchedFiles {
    let heads = scratch.path + "/\(name)/refs/heads"
    try FileManager.default.createDirectory(atPath: heads, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/\(name)/objects", withIntermediateDirectories: true)
    try Data("ref: refs/heads/main\n".utf8).write(to: scratch.url.appending(path: "\(name)/HEAD"))
    return .branches(ofRepository: scratch.path + "/" + name)
  }

  @Test("a thousand bare repositories need two watches each, and the same one twice needs no more")
  func few() throws {
    let scratch = try ScratchFolder("few watches")
    defer { scratch.remove() }
    let table = try WatchTable()
    var subjects: Set<WatchedFiles> = []
    for number in 0..<1000 { subjects.insert(try bare(scratch, "r\(number)")) }
    table.watch(subjects)
    #expect(table.countOfWatches == 2000)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: "r1")
    table.watch([
      .branches(ofRepository: scratch.path + "/r1"), .branches(ofRepository: scratch.path + "/link"),
    ])
    // The folder of the link.
    #expect(table.countOfWatches == 3)
    table.watch([])
    #expect(table.countOfWatches == 0)
  }

  @Test("a queue that overflowed says to look at everything, and watches what came meanwhile")
  func overflow() throws {
    let scratch = try ScratchFolder("overflow")
    defer { scratch.remove() }
    let subject = try bare(scratch, "r")
    let table = try WatchTable()
    table.watch([subject])
    let heads = scratch.path + "/r/refs/heads"
    let most = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(most.trimmingCharacters(in: .whitespacesAndNewlines)))
    for number in 0...(count / 2) {
      let file = heads + "/\(number % 2)"
      close(open(file, O_CREAT | O_WRONLY, 0o644))
      unlink(file)
    }
    try FileManager.default.createDirectory(atPath: heads + "/late", withIntermediateDirectories: true)
    let heard = table.hear()
    #expect(heard.isEverything)
    #expect(table.hear().isEmpty)
    close(open(heads + "/late/branch", O_CREAT | O_WRONLY, 0o644))
    #expect(table.hear().subjects == [subject])
  }

  @Test("folders of branches beyond the bound leave a shortfall, not a flood of watches")
  func manyFolders() throws {
    let scratch = try ScratchFolder("many folders")
    defer { scratch.remove() }
    let subject = try bare(scratch, "r")
    for number in 0..<600 {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/r/refs/heads/f\(number)", withIntermediateDirectories: true)
    }
    let table = try WatchTable()
    table.watch([subject])
    #expect(table.shortfalls[subject] == .tooManyFolders)
    #expect(table.countOfWatches <= 502)
  }

  @Test("links that lead in a circle end")
  func circle() throws {
    let scratch = try ScratchFolder("circle")
    defer { scratch.remove() }
    let subject = try bare(scratch, "r")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/r/refs/heads/loop", withDestinationPath: ".")
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/b", withDestinationPath: "a")
    let table = try WatchTable()
    table.watch([subject, .branches(ofRepository: scratch.path + "/a")])
    #expect(table.countOfWatches <= 4)
  }

  @Test("a system that gives no queue is told with the sysctl that raises it")
  func noQueue() {
    let error = Explanation.noQueue(EMFILE)
    #expect(error.wrong.contains("fs.inotify.max_user_instances"))
    #expect(error.advice.contains("sudo sysctl fs.inotify.max_user_instances="))
  }

  @Test("whoever waits for a disk that does not answer is let go, and it is watched later all the same")
  func patience() async throws {
    let post = try Post()
    try post.repository("r")
    let gate = DispatchSemaphore(value: 0)
    post.watcher.thread.post(.watch([:], { _ in gate.wait() }))
    let subjects = ["r": WatchedFiles.branches(ofRepository: post.path("r"))]
    #expect(await post.watcher.watch(subjects, within: 0.2) == nil)
    gate.signal()
    #expect(await post.watcher.watch(subjects, within: 20) == [])
    try post.commit("r")
    #expect(await post.watcher.next()?.keys == ["r"])
  }
}
