import Foundation

/// f07 traps, f13 hangs, f20 ends the process; each of the others is executed to its end.

public let numbers = [1, 2, 3]

func reached(_ number: Int) -> Int {
  number
}

public func f01(_ number: Int = 1) -> Int {
  let first = number + 1
  let second = first * 2
  return finish01(second)
}

func finish01(_ number: Int) -> Int {
  reached(number)
}

public func f02(_ number: Int = 2) -> Int {
  let first = number + 2
  let second = first * 2
  return finish02(second)
}

func finish02(_ number: Int) -> Int {
  reached(number)
}

public func f03(_ number: Int = 3) -> Int {
  let first = number + 3
  let second = first * 2
  return finish03(second)
}

func finish03(_ number: Int) -> Int {
  reached(number)
}

public func f04(_ number: Int = 4) -> Int {
  let first = number + 4
  let second = first * 2
  return finish04(second)
}

func finish04(_ number: Int) -> Int {
  reached(number)
}

public func f05(_ number: Int = 5) -> Int {
  let first = number + 5
  let second = first * 2
  return finish05(second)
}

func finish05(_ number: Int) -> Int {
  reached(number)
}

public func f06(_ number: Int = 6) -> Int {
  let first = number + 6
  let second = first * 2
  return finish06(second)
}

func finish06(_ number: Int) -> Int {
  reached(number)
}

public func f07(_ number: Int = 7) -> Int {
  let first = number + 7
  let second = numbers[first]
  return finish07(second)
}

func finish07(_ number: Int) -> Int {
  reached(number)
}

public func f08(_ number: Int = 8) -> Int {
  let first = number + 8
  let second = first * 2
  return finish08(second)
}

func finish08(_ number: Int) -> Int {
  reached(number)
}

public func f09(_ number: Int = 9) -> Int {
  let first = number + 9
  let second = first * 2
  return finish09(second)
}

func finish09(_ number: Int) -> Int {
  reached(number)
}

public func f10(_ number: Int = 10) -> Int {
  let first = number + 10
  let second = first * 2
  return finish10(second)
}

func finish10(_ number: Int) -> Int {
  reached(number)
}

public func f11(_ number: Int = 11) -> Int {
  let first = number + 11
  let second = first * 2
  return finish11(second)
}

func finish11(_ number: Int) -> Int {
  reached(number)
}

public func f12(_ number: Int = 12) -> Int {
  let first = number + 12
  let second = first * 2
  return finish12(second)
}

func finish12(_ number: Int) -> Int {
  reached(number)
}

public func f13(_ number: Int = 13) -> Int {
  let first = number + 13
  let second = hang()
  return finish13(second)
}

func finish13(_ number: Int) -> Int {
  reached(number)
}

public func f14(_ number: Int = 14) -> Int {
  let first = number + 14
  let second = first * 2
  return finish14(second)
}

func finish14(_ number: Int) -> Int {
  reached(number)
}

public func f15(_ number: Int = 15) -> Int {
  let first = number + 15
  let second = first * 2
  return finish15(second)
}

func finish15(_ number: Int) -> Int {
  reached(number)
}

public func f16(_ number: Int = 16) -> Int {
  let first = number + 16
  let second = first * 2
  return finish16(second)
}

func finish16(_ number: Int) -> Int {
  reached(number)
}

public func f17(_ number: Int = 17) -> Int {
  let first = number + 17
  let second = first * 2
  return finish17(second)
}

func finish17(_ number: Int) -> Int {
  reached(number)
}

public func f18(_ number: Int = 18) -> Int {
  let first = number + 18
  let second = first * 2
  return finish18(second)
}

func finish18(_ number: Int) -> Int {
  reached(number)
}

public func f19(_ number: Int = 19) -> Int {
  let first = number + 19
  let second = first * 2
  return finish19(second)
}

func finish19(_ number: Int) -> Int {
  reached(number)
}

public func f20(_ number: Int = 20) -> Int {
  let first = number + 20
  let second = leave()
  return finish20(second)
}

func finish20(_ number: Int) -> Int {
  reached(number)
}

public func f21(_ number: Int = 21) -> Int {
  let first = number + 21
  let second = first * 2
  return finish21(second)
}

func finish21(_ number: Int) -> Int {
  reached(number)
}

public func f22(_ number: Int = 22) -> Int {
  let first = number + 22
  let second = first * 2
  return finish22(second)
}

func finish22(_ number: Int) -> Int {
  reached(number)
}

public func f23(_ number: Int = 23) -> Int {
  let first = number + 23
  let second = first * 2
  return finish23(second)
}

func finish23(_ number: Int) -> Int {
  reached(number)
}

public func f24(_ number: Int = 24) -> Int {
  let first = number + 24
  let second = first * 2
  return finish24(second)
}

func finish24(_ number: Int) -> Int {
  reached(number)
}

public func f25(_ number: Int = 25) -> Int {
  let first = number + 25
  let second = first * 2
  return finish25(second)
}

func finish25(_ number: Int) -> Int {
  reached(number)
}

public func f26(_ number: Int = 26) -> Int {
  let first = number + 26
  let second = first * 2
  return finish26(second)
}

func finish26(_ number: Int) -> Int {
  reached(number)
}

public func f27(_ number: Int = 27) -> Int {
  let first = number + 27
  let second = first * 2
  return finish27(second)
}

func finish27(_ number: Int) -> Int {
  reached(number)
}

public func f28(_ number: Int = 28) -> Int {
  let first = number + 28
  let second = first * 2
  return finish28(second)
}

func finish28(_ number: Int) -> Int {
  reached(number)
}

public func f29(_ number: Int = 29) -> Int {
  let first = number + 29
  let second = first * 2
  return finish29(second)
}

func finish29(_ number: Int) -> Int {
  reached(number)
}

public func f30(_ number: Int = 30) -> Int {
  let first = number + 30
  let second = first * 2
  return finish30(second)
}

func finish30(_ number: Int) -> Int {
  reached(number)
}

func hang() -> Int {
  while numbers.count == 3 {
    Thread.sleep(forTimeInterval: 0.05)
  }
  return 0
}

func leave() -> Int {
  exit(numbers.count == 3 ? 0 : 1)
}
