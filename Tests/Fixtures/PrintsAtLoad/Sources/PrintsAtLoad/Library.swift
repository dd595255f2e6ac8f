import CLoud

public func count() -> Int {
  Int(loud_count())
}
