import Foundation
import Terminal

// Everything that a command writes is complete before the next line is asked for.
setvbuf(stdout, nil, _IOFBF, 1 << 16)
signal(SIGPIPE, SIG_IGN)
let status = Assembly.main(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
fflush(stdout)
exit(status)
