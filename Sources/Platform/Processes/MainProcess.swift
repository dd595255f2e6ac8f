import CLinux
import Explaining
import Glibc

/// A started command: its first process, not reaped before all of its tree has ended.
final class MainProcess {
  let identity: ProcessIdentity
  let tree: ProcessTree
  /// Becomes readable when the process exits; nil where the kernel has none.
  let pidfd: Descriptor?

  private init(pid: pid_t, number: Int) {
    pidfd = Descriptor(owning: bothy_pidfd_open(pid))
    identity = ProcessIdentity(pid: pid, started: ProcessStatus(of: pid)?.identity.started ?? 0)
    tree = ProcessTree(main: identity, number: number)
  }

  /// Nil while it runs.
  var ending: Ending? {
    var value: Int32 = 0
    switch bothy_peek(identity.pid, &value) {
    case 0: return nil
    case 1: return .exited(value)
    case 2: return .signaled(value)
    default:
      // Somebody else has reaped it; there is no more to learn.
      return .signaled(SIGKILL)
    }
  }

  static func start(_ command: Command, ends: OutputEnds, number: Int) throws(Explanation) -> MainProcess {
    let path = try Executable.path(of: command)
    let source = command.input ?? "/dev/null"
    guard let input = Descriptor(owning: open(source, O_RDONLY | O_CLOEXEC)) else {
      throw Explanation(
        doing: "starting \(command.executable)", wrong: "\(source): \(words(for: errno))",
        advice: "see that the machine has a \(source)")
    }
    let vectors = try Vectors(command, mark: ProcessTree.mark(number))
    let core = coreBytes()
    var launched = bothy_launched()
    // A program that was just written may still be open for writing in a child of another thread.
    for _ in 0..<20 {
      launched = Children.shared.start {
        vectors.withPointers { arguments, environment in
          path.withCString { path in
            command.folder.withCString { folder in
              var launch = bothy_launch(
                path: path, arguments: arguments, environment: environment, folder: folder,
                input: input.number, output: ends.output.number, error: ends.error.number, core_bytes: core,
                tree: ProcessTree.limit(number))
              return bothy_start(&launch)
            }
          }
        }
      }
      guard launched.error == ETXTBSY else { break }
      usleep(10_000)
    }
    guard launched.error == 0 else {
      throw Refusal(command: command, path: path, bytes: vectors.bytes).error(launched)
    }
    return MainProcess(pid: launched.pid, number: number)
  }

  /// This very process goes on as that command, with the inputs and outputs that it has.
  fileprivate static func become(_ command: Command) throws(Explanation) -> Never {
    let path = try Executable.path(of: command)
    let vectors = try Vectors(command, mark: ProcessTree.mark(0))
    let code = vectors.withPointers { arguments, environment in
      path.withCString { path in
        command.folder.withCString { bothy_become(path, arguments, environment, $0) }
      }
    }
    throw Explanation(
      doing: "starting \(command.executable)", wrong: "\(path): \(words(for: code))",
      advice: "see that it can be executed")
  }

  /// No core files. A program that receives them through a pipe is asked regardless of a limit, except of 1.
  private static func coreBytes() -> UInt64 {
    let pipe = ProcessFile.read("/proc/sys/kernel/core_pattern") { $0.first == UInt8(ascii: "|") }
    return pipe == true ? 1 : 0
  }
}

/// This very process goes on as that command, with the inputs and outputs that it has.
public func become(_ command: Command) throws -> Never { try MainProcess.become(command) }

/// Arguments and environment as the kernel takes them.
private final class Vectors {
  private var arguments: [UnsafeMutablePointer<CChar>?] = []
  private var environment: [UnsafeMutablePointer<CChar>?] = []
  private(set) var bytes = 0

  init(_ command: Command, mark: String) throws(Explanation) {
    try check(command)
    arguments = ([command.executable] + command.arguments).map { copy($0) } + [nil]
    let pairs = command.environment.filter { $0.key != ProcessTree.variable }.sorted { $0.key < $1.key }
    let marks = command.isMarked ? [copy("\(ProcessTree.variable)=\(mark)")] : []
    environment =
      marks
      + pairs.map { key, value in
        let end: [UInt8] = command.unreadable.contains(key) ? [0xFF] : []
        return copy(Array("\(key)=\(value)".utf8) + end)
      } + [nil]
  }

  deinit {
    for pointer in arguments + environment { free(pointer) }
  }

  private func copy(_ text: String) -> UnsafeMutablePointer<CChar>? { copy(Array(text.utf8)) }

  private func copy(_ text: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    bytes += text.count + 1
    return (text + [0]).withUnsafeBytes {
      $0.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
    }
  }

  private func check(_ command: Command) throws(Explanation) {
    let doing = "starting \(command.executable)"
    let texts = [command.executable, command.folder] + command.arguments
    if texts.contains(where: { $0.utf8.contains(0) }) {
      throw Explanation(
        doing: doing, wrong: "its name, folder or an argument contains a NUL byte", advice: "remove it")
    }
    for (key, value) in command.environment {
      guard
        key.isEmpty || key.utf8.contains(UInt8(ascii: "=")) || key.utf8.contains(0) || value.utf8.contains(0)
      else { continue }
      throw Explanation(
        doing: doing, wrong: "\"\(key)\" can't be a variable of an environment",
        advice: "use a name without = and a value without NUL bytes")
    }
  }

  func withPointers<Value>(
    _ use: (UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    arguments.withUnsafeBufferPointer { arguments in
      environment.withUnsafeBufferPointer { environment in
        // Both end with a nil, so neither is empty.
        guard let first = arguments.baseAddress, let second = environment.baseAddress else {
          preconditionFailure("an argument list without an end")
        }
        return use(first, second)
      }
    }
  }
}
