import Model

/// `file:line:column` as an editor or a terminal jumps to it from where the person stands.
struct Place {
  /// What leads from the working folder to the package, with its `/`; empty when they are the same.
  let prefix: String

  func text(_ file: String?, _ line: Int?, _ column: Int? = nil) -> String? {
    guard let file, !file.isEmpty else { return nil }
    let path = file.hasPrefix("/") ? file : prefix + file
    let numbers = [line, line == nil ? nil : column].compactMap { $0 }.map { ":\($0)" }.joined()
    return SafeText.line(path) + numbers
  }

  func text(of failure: TestFailure) -> String? {
    text(failure.file?.rawValue, failure.line, failure.column).map { $0 + failure.placeWords }
  }

  func text(of crash: TestCrash) -> String? {
    text(crash.file?.rawValue, crash.line).map { $0 + crash.placeWords }
  }

  func text(of issue: Issue) -> String? { text(issue.file?.rawValue, issue.line) }
}
