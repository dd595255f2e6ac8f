import Foundation

// What is counted of a second branch is the difference of two counts, and two threads count at once.
public func shares(of calls: Int) {
  DispatchQueue.concurrentPerform(iterations: 4) { _ in
    for number in 0..<calls {
      note(number, calls - 1)
    }
  }
}

private func note(_ number: Int, _ last: Int) {
  if number != last {
    touch(1)
  } else {
    touch(2)
  }
  if number < last {
    touch(3)
  } else {
    touch(4)
  }
  if number <= last {
    touch(5)
  } else {
    touch(6)
  }
  if last >= number {
    touch(7)
  } else {
    touch(8)
  }
  if number >= 0 {
    touch(9)
  } else {
    touch(10)
  }
}

private func touch(_ number: Int) {}
