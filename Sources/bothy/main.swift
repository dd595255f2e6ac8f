import Foundation
import Terminal

signal(SIGPIPE, SIG_IGN)
exit(
  Assembly.main(
    arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
