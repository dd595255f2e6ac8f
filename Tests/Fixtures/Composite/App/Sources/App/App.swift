import Core

public func run() -> String {
  "app of " + core()
}

public func neverRun() -> String {
  "never"
}
