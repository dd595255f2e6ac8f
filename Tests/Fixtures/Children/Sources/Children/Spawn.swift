import Foundation

public func spawn(_ script: String) throws {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: "/bin/sh")
  child.arguments = ["-c", script]
  try child.run()
}
