public func title(of number: Int) -> String {
  switch number {
  case 1: return "one"
  case 2: return "two"
  default:
    return "many"
  }
}

public func fallback(_ text: String?) -> String {
  text ?? "nothing"
}

public func both(_ a: Bool, _ b: Bool) -> Bool {
  a && b
}

public func either(_ a: Bool, _ b: Bool) -> Bool {
  a || b
}

public func absolute(_ number: Int) -> Int {
  guard number < 0 else { return number }
  return -number
}

public func positive(_ number: Int) -> Int {
  guard number > 0 else {
    return 0
  }
  return number
}

public func sign(_ number: Int) -> Int {
  number < 0 ? -1 : 1
}

public func oneLine(_ flag: Bool) -> Int { if flag { return 1 }; return 2 }

public func checked(_ number: Int) -> Int {
  precondition(number > 0, "the number \(number) is not positive")
  assert(number < 100, "too large")
  assert(
    number != 50,
    "not fifty")
  return number
}

public func neverCalled() -> Int {
  // A comment alone.
  let one = 1

  return one
}

public func parity(_ number: Int) -> String {
  if number % 2 == 0 {
    return "even"
  } else {
    return "odd"
  }
}

public func checkedAlone(_ number: Int) -> Int {
  assert(
    number != 50,
    "not fifty"
  )
  return number
}

public func loop(_ limit: Int) -> Int {
  var total = 0
  while total < limit {
    if total == 3 { break }
    total += 1
  }
  for _ in 0..<limit { total += 1 }
  return total
}

public func logged(_ text: @autoclosure () -> String) {
  if false { print(text()) }
}

public func logs() {
  logged("never made")
}
