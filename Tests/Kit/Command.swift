public import Foundation

/// What a program left when it ended.
public struct CommandEnd: Sendable {
  /// Nothing of this number is there any more.
  public var id: Int32
  /// The exit status, or the negated number of the signal that ended it.
  public var status: Int32
  public var output: Data
  public var errors: Data
  public var ranTooLong: Bool

  public var errorText: String { String(decoding: errors, as: UTF8.self) }
  public var outputText: String { String(decoding: output, as: UTF8.self) }
}

/// What went wrong while a program ran, with what it said until its end: often that is why.
public struct TroubleMeanwhile: Error, CustomStringConvertible {
  public var trouble: any Error
  public var words: [String]
  public var end: CommandEnd

  public var description: String {
    "\(trouble); '\(words.joined(separator: " "))' ended with \(end.status): \(end.errorText.suffix(2000))"
  }
}

/// A program to be run to its end, its output kept in files so that no pipe can fill up.
/// Foundation's `Process` is of no use: it waits for every descendant that inherited its socket.
public struct Command: Sendable {
  public var program: String
  public var arguments: [String]
  /// nil: where the tests run.
  public var folder: URL?
  public var environment: [String: String]
  public var limitSeconds: Double

  public init(
    _ program: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment, limitSeconds: Double = 600
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
    self.limitSeconds = limitSeconds
  }

  /// Runs to the end; `during` is told the process id as soon as there is one.
  public func run(during: (@Sendable (Int32) async throws -> Void)? = nil) async throws -> CommandEnd {
    let scratch = try ScratchFolder("command")
    defer { scratch.remove() }
    let id = try start(scratch)
    var trouble: (any Error)?
    do { try await during?(id) } catch { trouble = error }
    let (status, ranTooLong) = await waitForEnd(of: id)
    let end = try end(of: id, status, ranTooLong: ranTooLong, scratch)
    if let trouble { throw TroubleMeanwhile(trouble: trouble, words: arguments, end: end) }
    return end
  }

  /// The same for what is over in no time, whatever the limit: the thread waits.
  public func runHere() throws -> CommandEnd {
    let scratch = try ScratchFolder("command")
    defer { scratch.remove() }
    let id = try start(scratch)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return try end(of: id, status, ranTooLong: false, scratch)
  }

  private func end(
    of id: Int32, _ status: Int32, ranTooLong: Bool, _ scratch: ScratchFolder
  ) throws -> CommandEnd {
    CommandEnd(
      id: id, status: status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f),
      output: try Data(contentsOf: scratch.url.appending(path: "output")),
      errors: try Data(contentsOf: scratch.url.appending(path: "errors")), ranTooLong: ranTooLong)
  }

  private func start(_ scratch: ScratchFolder) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, scratch.path + "/output", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, scratch.path + "/errors", O_WRONLY | O_CREAT, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A shell without job control makes its background commands ignore interrupts, and they hand that on.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    // The call that sets the folder is not visible through Glibc, so a shell sets it.
    let there = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0.path] } ?? []
    let words = there + [program] + arguments
    var id: pid_t = 0
    let failure = withStrings(words) { arguments in
      withStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawnp(&id, words[0], &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return id
  }

  private func withStrings<Value>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }

  private func waitForEnd(of id: Int32) async -> (status: Int32, ranTooLong: Bool) {
    let deadline = ContinuousClock.now + .seconds(limitSeconds)
    var status: Int32 = 0
    while waitpid(id, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline + .seconds(8) {
        kill(id, SIGKILL)
        waitpid(id, &status, 0)
        return (status, true)
      }
      if ContinuousClock.now > deadline { kill(id, SIGINT) }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return (status, ContinuousClock.now > deadline)
  }
}
