import Files
import Formats
import Foundation
import Git
import Integrator
import Processes
import Sockets
import Store
import Terminal
import Watcher

/// An error on its way out, with the status that the command ends with.
struct CommandError: Error {
  var doing: String
  var wrong: String
  var advice: String
  var status: Int32

  init(doing: String, wrong: String, advice: String, status: Int32) {
    self.doing = doing
    self.wrong = wrong
    self.advice = advice
    self.status = status
  }

  /// Every room's error in one form. `status` 5: it could not be carried out.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError: self.init(error.doing, error.wrong, error.advice, status: 2)
    case let error as GitError:
      self.init(
        error.doing, error.wrong, error.advice, status: error.kind == .bareWithoutWorkingTree ? 2 : 5)
    case let error as StoreError: self.init(error.doing, error.wrong, error.advice)
    case let error as WatchError: self.init(error.doing, error.wrong, error.advice)
    case let error as SocketError: self.init(error.doing, error.wrong, error.advice)
    case let error as FileError: self.init(error.doing, error.wrong, error.advice)
    case let error as ProcessError: self.init(error.doing, error.wrong, error.advice)
    case let error as ReportJSON.Failure: self.init(error.doing, error.wrong, error.advice)
    case let error as OrderJSON.Failure: self.init(error.doing, error.wrong, error.advice)
    case let error as IntegrationError: self.init(error.doing, error.wrong, error.advice)
    default:
      self.init(
        "carrying out the command", "something unforeseen went wrong (\(error))",
        "this is a mistake in Bothy; please report it with what you typed")
    }
  }

  private init(_ doing: String, _ wrong: String, _ advice: String, status: Int32 = 5) {
    self.init(doing: doing, wrong: wrong, advice: advice, status: status)
  }

  var text: String { ErrorText.text(doing: doing, wrong: wrong, advice: advice) }
}

enum ProcessLife {
  /// Whether this is a Bothy that still runs; numbers of processes are used again.
  static func isRunning(_ process: Int32) -> Bool {
    let name = contents(ofKernelFile: "/proc/\(process)/comm")
    return name?.hasPrefix("bothy") ?? false
  }

  private static func contents(ofKernelFile path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}
