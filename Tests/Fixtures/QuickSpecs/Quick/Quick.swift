import XCTest

/// Of the same shape as what goes by this name: examples are gathered by a class, and are of one class for XCTest.
open class QuickSpec: XCTestCase {
  public typealias Example = (name: String, runs: Bool, body: () throws -> Void)

  nonisolated(unsafe) private static var gathered: [Example] = []
  nonisolated(unsafe) private static var groups: [String] = []
  nonisolated(unsafe) private static var held = 0

  open class func spec() {}

  public class var allTests: [(String, (QuickSpec) -> () throws -> Void)] {
    gathered = []
    spec()
    return gathered.map { example in
      (example.name, { _ in { if example.runs { try example.body() } } })
    }
  }

  public static func describe(_ name: String, closure: () -> Void) {
    groups.append(name)
    closure()
    groups.removeLast()
  }

  public static func context(_ name: String, closure: () -> Void) { describe(name, closure: closure) }

  public static func xdescribe(_ name: String, closure: () -> Void) {
    held += 1
    describe(name, closure: closure)
    held -= 1
  }

  /// As a filter does that a configuration sets.
  public static func excluding(_ closure: () -> Void) {
    held += 1
    closure()
    held -= 1
  }

  public static func it(_ name: String, closure: @escaping () throws -> Void) { gather(name, closure) }

  private static func gather(_ name: String, _ closure: @escaping () throws -> Void) {
    gathered.append(((groups + [name]).joined(separator: ", "), held == 0, closure))
  }

  public static func xit(_ name: String, closure: @escaping () throws -> Void) {
    excluding { gather(name, closure) }
  }

  public static func pending(_ name: String, closure: @escaping () throws -> Void) {
    excluding { gather(name, closure) }
  }
}

public func QCKMain(_ specs: [QuickSpec.Type], testCases: [XCTestCaseEntry] = []) -> Never {
  XCTMain(specs.map { testCase($0.allTests) } + testCases)
}
