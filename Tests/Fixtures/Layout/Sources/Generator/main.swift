import Foundation

let path = CommandLine.arguments[1]
let source = """
  func generatedGreeting() -> String {
    "generated"
  }

  func generatedAndNeverCalled() -> String {
    "never"
  }

  """
try source.write(toFile: path, atomically: true, encoding: .utf8)
