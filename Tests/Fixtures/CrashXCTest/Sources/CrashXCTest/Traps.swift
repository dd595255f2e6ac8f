public func element(_ index: Int, of numbers: [Int]) -> Int {
  started()
  let number = numbers[index]
  finished()
  return number
}

public func unwrap(_ text: String) -> Int {
  Int(text)!
}

public func checked(_ number: Int) -> Int {
  precondition(number > 0, "the number \(number) is not positive")
  return number
}

public func sum(_ a: Int8, _ b: Int8) -> Int8 {
  a + b
}

public func refuse() {
  fatalError("refused, with \"quotes\": and a colon")
}

public func force() throws {
  struct Refusal: Error {}
  throw Refusal()
}

func started() {}

func finished() {}

public func afterwards() -> Int {
  2
}
