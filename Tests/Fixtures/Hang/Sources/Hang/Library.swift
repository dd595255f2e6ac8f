import Foundation

public func waitForever(_ seconds: Double) {
  begin()
  while seconds > 0 {
    Thread.sleep(forTimeInterval: seconds)
  }
  end()
}

func begin() {}

func end() {}

public func quick() -> Int {
  1
}
