import Foundation
import Terminal

signal(SIGPIPE, SIG_IGN)
// A file that may not be as large is an error as any other.
signal(SIGXFSZ, SIG_IGN)
// Whoever closed one of the three would find our words in the next file that we open.
while case let descriptor = open("/dev/null", O_RDWR), descriptor >= 0 {
  if descriptor > STDERR_FILENO {
    close(descriptor)
    break
  }
}
exit(
  Assembly.main(
    arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
