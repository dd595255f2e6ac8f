import CThing

public func twice(_ number: Int) -> Int {
  let unused = 3
    return number * 2
}
