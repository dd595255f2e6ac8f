public func broken() -> Int {
  "not a number"
}

func alsoBroken() {
  undefined()
  let unused = 1
}
