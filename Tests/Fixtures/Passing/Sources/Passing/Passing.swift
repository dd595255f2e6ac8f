import Foundation

public func double(_ number: Int) -> Int {
  number * 2
}

public func greeting() throws -> String {
  guard let url = Bundle.module.url(forResource: "Greeting", withExtension: "txt") else {
    return "no greeting"
  }
  return try String(contentsOf: url, encoding: .utf8)
}
