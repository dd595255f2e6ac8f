import CLinux
import Explaining
import Glibc

/// Our end of one stream of a child.
struct OutputSource {
  enum Found: Equatable {
    case bytes(Int)
    case nothing
    case end
  }

  /// What a pipe should hold, so that neither side waits for the other.
  static let pipeBytes = 1 << 20

  private(set) var descriptor: Descriptor?
  let stream: OutputStream
  let isTerminal: Bool

  var number: Int32 { descriptor?.number ?? -1 }

  /// Fills the buffer with what is there now.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Found {
    guard let descriptor, let base = buffer.baseAddress else { return .end }
    var filled = 0
    while filled < buffer.count {
      let count = Glibc.read(descriptor.number, base + filled, buffer.count - filled)
      if count > 0 {
        filled += count
        // A terminal hands out 4 KB at a time; a pipe that gives less than asked for is empty.
        if !isTerminal && filled < buffer.count { break }
        continue
      }
      if count < 0 && errno == EINTR { continue }
      // EIO: nobody holds the other side of a terminal any more.
      if count == 0 || errno != EAGAIN { self.descriptor = nil }
      break
    }
    if filled > 0 { return .bytes(filled) }
    return self.descriptor == nil ? .end : .nothing
  }
}

/// Both sides of a child's outputs, before it has been started.
struct OutputEnds {
  var sources: [OutputSource]
  /// What the child writes to.
  var output: Descriptor
  var error: Descriptor

  init(_ outputs: Command.Outputs) throws(Explanation) {
    let isTerminal = outputs == .terminal
    let (reading, writing) = try isTerminal ? Self.openTerminal() : Self.openPipe()
    sources = [OutputSource(descriptor: reading, stream: .standardOutput, isTerminal: isTerminal)]
    (output, error) = (writing, writing)
    if outputs == .pipes {
      let (reading, writing) = try Self.openPipe()
      sources.append(OutputSource(descriptor: reading, stream: .standardError, isTerminal: false))
      error = writing
    }
  }

  private static func openTerminal() throws(Explanation) -> (Descriptor, Descriptor) {
    try open("a pseudo-terminal", advice: "see that /dev/pts is mounted") { bothy_open_terminal(&$0, &$1) }
  }

  private static func openPipe() throws(Explanation) -> (Descriptor, Descriptor) {
    try open("a pipe", advice: "raise the number of open files (ulimit -n)") {
      bothy_open_pipe(&$0, &$1, Int32(OutputSource.pipeBytes))
    }
  }

  private static func open(
    _ what: String, advice: String, _ opening: (inout Int32, inout Int32) -> Int32
  ) throws(Explanation) -> (Descriptor, Descriptor) {
    var reading: Int32 = -1
    var writing: Int32 = -1
    var error = opening(&reading, &writing)
    if error == 0 {
      let reader = Descriptor(owning: reading)
      let writer = Descriptor(owning: writing)
      if let reader, let writer { return (reader, writer) }
      error = errno
    }
    throw Explanation(doing: "opening \(what) for a program", wrong: words(for: error), advice: advice)
  }
}
