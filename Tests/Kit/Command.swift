public import Foundation

/// What a program left when it ended.
public struct CommandEnd: Sendable {
  /// The exit status, or the negated number of the signal that ended it.
  public var status: Int32
  public var output: Data
  public var errors: Data
  public var ranTooLong: Bool

  public var errorText: String { String(decoding: errors, as: UTF8.self) }
  public var outputText: String { String(decoding: output, as: UTF8.self) }
}

/// A program to be run to its end, its output kept in files so that no pipe can fill up.
public struct Command: Sendable {
  public var program: String
  public var arguments: [String]
  public var folder: URL
  public var environment: [String: String]
  public var limitSeconds: Double

  public init(
    _ program: String, _ arguments: [String], in folder: URL,
    environment: [String: String] = ProcessInfo.processInfo.environment, limitSeconds: Double = 180
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
    let outputFile = scratch.url.appending(path: "output")
    let errorFile = scratch.url.appending(path: "errors")
    for file in [outputFile, errorFile] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    try await during?(process.processIdentifier)
    let ranTooLong = try await !waitForEnd(of: process)
    return CommandEnd(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try Data(contentsOf: outputFile), errors: try Data(contentsOf: errorFile),
      ranTooLong: ranTooLong)
  }

  /// Polls, because an exit handler and a deadline would need a lock between them.
  private func waitForEnd(of process: Process) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(limitSeconds)
    while process.isRunning && ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(20))
    }
    guard process.isRunning else { return true }
    kill(process.processIdentifier, SIGINT)
    try await Task.sleep(for: .seconds(5))
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return false
  }
}
