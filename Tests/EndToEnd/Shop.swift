import Foundation
import Kit
import Testing

/// A package of three hundred tests in forty-five suites, and what its team did to it in thirty commits.
struct Shop: Sendable {
  /// Bare, as on a server.
  let repository: String
  private let folder: URL

  init(in scratch: ScratchFolder) async throws {
    folder = try scratch.folder("shop")
    repository = scratch.path + "/shop.git"
    try await git("init", "-q", "-b", "main")
    try await git("init", "-q", "--bare", "-b", "main", repository)
    try write("Package.swift", Self.manifest)
    for source in [Self.cart(), Self.order(), Self.session(), Self.cartTests(), Self.orderTests()] {
      try write(source.0, source.1)
    }
    for source in [Self.sessionTests(), Self.tokenTests(), Self.hangTests(), Self.bulk] {
      try write(source.0, source.1)
    }
    try await commit("First")
  }

  /// `wait` until so many integrations have ended; `ask` for one of an older commit.
  func play(wait: (Int) async throws -> Void, ask: (String) async throws -> Void) async throws {
    let first = try await git("rev-parse", "HEAD")
    try await push("main")
    try await wait(1)
    try await commit("Break the total", Self.cart(from: 1))
    try await commit("Break it otherwise", Self.cart(from: 2), Self.cartTests(total: "XCTFail(\"not 3\")"))
    try await commit(
      "Mend the total, leave a value unused", Self.cart(), Self.cartTests(), Self.session(leaving: "value"))
    try await commit("Trust that there is a first", Self.order("names.first!"))
    try await commit("Misspell it", Self.order("names.firs ?? \"none\""))
    try await commit("Mend what does not compile, and the crash", Self.order())
    try await commit("Wait for ever", Self.hangTests(waiting: "sleep(3600)"))
    try await remove("Tests/ShopTests/HangTests.swift", "Remove what hangs")
    try await commit("Call it what it tests", Self.cartTests(empty: "testIsEmpty"))
    try await commit("Break the total again", Self.cart(from: 1))
    try await commit(
      "Mend the total; renewing fails now and then", Self.cart(), Self.sessionTests(renewing: "fails once"))
    try await push("main")
    try await wait(12)
    try await ask(first)
    try await wait(13)
    try await commit("Use each value", Self.session(), Self.sessionTests())
    try await push("main")
    try await wait(14)
    try await branches(wait)
    try await afterTheMerge(wait)
  }

  /// Each push is waited for, so that the numbers are known.
  private func branches(_ wait: (Int) async throws -> Void) async throws {
    func next(_ number: Int, on branch: String) async throws {
      try await push(branch)
      try await wait(number)
    }
    try await git("checkout", "-q", "-b", "feature/points")
    try await commit("Give points", Self.points, Self.pointsTests())
    try await next(15, on: "feature/points")
    try await commit("Round points up", Self.pointsTests(rounded: 3))
    try await next(16, on: "feature/points")
    try await git("checkout", "-q", "main")
    try await commit("Say what a cart is", Self.cart(comment: "// What somebody wants to buy."))
    try await next(17, on: "main")
    try await commit("Remove nothing", Self.cart(removing: "_ = price"))
    try await next(18, on: "main")
    try await git("checkout", "-q", "-b", "release/1.0")
    try await commit("Name the release", ("CHANGES", "1.0\n"))
    try await next(19, on: "release/1.0")
    try await git("checkout", "-q", "main")
    try await commit("Mend removing", Self.cart())
    try await next(20, on: "main")
    try await git("checkout", "-q", "release/1.0")
    try await commit("Mend removing", Self.cart())
    try await next(21, on: "release/1.0")
    try await git("checkout", "-q", "feature/points")
    try await git("reset", "-q", "--hard", "HEAD~1")
    try await commit("Round points down", Self.pointsTests(comment: "// Nothing is given for a part."))
    try await next(22, on: "feature/points")
    try await commit("Test the bonus", Self.pointsTests(bonus: true))
    try await next(23, on: "feature/points")
  }

  private func afterTheMerge(_ wait: (Int) async throws -> Void) async throws {
    try await git("checkout", "-q", "main")
    try await git("merge", "-q", "--no-ff", "-m", "Merge the points", "feature/points")
    try await push("main")
    try await wait(24)
    try await commit("Trust that there is a first, again", Self.order("names.first!"))
    try await commit("Do not", Self.order())
    try await remove("Tests/ShopTests/TokenTests.swift", "Remove the tokens' tests")
    try await push("main")
    try await wait(27)
    try await git("checkout", "-q", "release/1.0")
    try await commit("Date the release", ("CHANGES", "1.0, today\n"))
    try await push("release/1.0")
    try await wait(28)
    try await git("checkout", "-q", "main")
    try await commit("Skip the second", Self.orderTests(two: "throw XCTSkip(\"not now\")"))
    try await commit("Skip nothing", Self.orderTests())
    try await commit("Say what changed", ("CHANGES", "points\n"))
    try await push("main")
    try await wait(31)
  }

  // MARK: git

  @discardableResult
  private func git(_ arguments: String...) async throws -> String {
    let end = try await Command(
      "/usr/bin/git", ["-c", "user.name=A", "-c", "user.email=a@b.c"] + arguments, in: folder
    ).run()
    try #require(end.status == 0, "git \(arguments): \(end.errorText)")
    return end.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func write(_ path: String, _ text: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func commit(_ subject: String, _ files: (path: String, text: String)...) async throws {
    for file in files { try write(file.path, file.text) }
    try await git("add", "-A")
    try await git("commit", "-q", "-m", subject)
  }

  private func remove(_ path: String, _ subject: String) async throws {
    try await git("rm", "-q", path)
    try await commit(subject)
  }

  private func push(_ branch: String) async throws {
    try await git("push", "-q", "--force", repository, branch)
  }
}

/// The files, each as its commits want it.
extension Shop {
  private typealias File = (path: String, text: String)

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Shop",
      targets: [
        .target(name: "Shop"), .testTarget(name: "ShopTests", dependencies: ["Shop"]),
        .testTarget(name: "BulkTests"),
      ])

    """

  private static func cart(
    from start: Int = 0, removing: String = "prices.removeAll { $0 == price }", comment: String = "//"
  ) -> File {
    (
      "Sources/Shop/Cart.swift",
      """
      \(comment)
      public struct Cart {
        public var prices: [Int]
        public init(_ prices: [Int]) {
          self.prices = prices
        }
        public func total() -> Int {
          prices.reduce(\(start), +)
        }
        public mutating func remove(_ price: Int) {
          \(removing)
        }
      }

      """
    )
  }

  private static func order(_ first: String = "names.first ?? \"none\"") -> File {
    (
      "Sources/Shop/Order.swift",
      """
      public struct Order {
        public let names: [String]
        public init(_ names: [String]) {
          self.names = names
        }
        public func first() -> String {
          \(first)
        }
      }

      """
    )
  }

  private static func session(leaving unused: String? = nil) -> File {
    (
      "Sources/Shop/Session.swift",
      """
      public struct Session {
        public init() {
        }
        public func renew() -> Bool {
      \(unused.map { "    let \($0) = 1\n" } ?? "")    return true
        }
      }

      """
    )
  }

  private static let points: File = (
    "Sources/Shop/Points.swift",
    """
    public func points(_ cents: Int) -> Int {
      cents / 100
    }
    public func bonus(_ points: Int) -> Int {
      points * 2
    }

    """
  )

  private static func cartTests(
    empty: String = "testEmpty", total: String = "XCTAssertEqual(Cart([1, 2]).total(), 3)"
  ) -> File {
    xctest(
      "CartTests",
      [
        "testTotal": total,
        empty: "XCTAssertTrue(Cart([]).prices.isEmpty)",
        "testRemove": "var cart = Cart([1, 2]); cart.remove(1); XCTAssertEqual(cart.prices, [2])",
        "testInit": "XCTAssertEqual(Cart([1]).prices, [1])",
      ])
  }

  private static func orderTests(two: String = "XCTAssertEqual(Order([]).first(), \"none\")") -> File {
    xctest(
      "OrderTests",
      [
        "testLookup": "XCTAssertEqual(Order([\"a\"]).first(), \"a\")",
        "testMissing": "XCTAssertEqual(Order([]).first(), \"none\")",
        "testFirst": "XCTAssertEqual(Order([]).first().count, 4)",
        "testTwo": two,
      ])
  }

  private static func hangTests(waiting: String = "XCTAssertTrue(true)") -> File {
    xctest(
      "HangTests",
      [
        "testTick": "XCTAssertTrue(true)", "testTock": "XCTAssertTrue(true)",
        "testTurn": "XCTAssertTrue(true)", "testWait": waiting,
      ])
  }

  private static func xctest(_ name: String, _ tests: [String: String]) -> File {
    let bodies = tests.sorted { $0.key < $1.key }.map { "  func \($0.key)() throws { \($0.value) }\n" }
      .joined()
    return (
      "Tests/ShopTests/\(name).swift",
      "import Foundation\nimport Shop\nimport XCTest\n\nfinal class \(name): XCTestCase {\n\(bodies)}\n"
    )
  }

  /// One that fails once leaves a mark the first time.
  private static func sessionTests(renewing: String? = nil) -> File {
    let mark = """
      let mark = ProcessInfo.processInfo.environment["SHOP_MARKS"] ?? ""
          #expect(FileManager.default.fileExists(atPath: mark))
          _ = FileManager.default.createFile(atPath: mark, contents: nil)
      """
    return swiftTesting(
      "SessionTests",
      [
        "renews": renewing == nil ? "#expect(Session().renew())" : mark + "\n    #expect(Session().renew())",
        "begins": "_ = Session()", "logsIn": "#expect(Session().renew())", "logsOut": "_ = Session()",
      ])
  }

  private static func tokenTests() -> File {
    swiftTesting(
      "TokenTests", ["one": "#expect(1 == 1)", "two": "_ = 2", "three": "_ = 3", "four": "_ = 4"])
  }

  private static func pointsTests(rounded: Int = 2, comment: String = "", bonus: Bool = false) -> File {
    var tests = [
      "pointsRound": "#expect(points(250) == \(rounded))", "one": "#expect(points(100) == 1)",
      "none": "#expect(points(0) == 0)",
    ]
    if bonus { tests["twice"] = "#expect(bonus(2) == 4)" }
    let file = swiftTesting("PointsTests", tests)
    return (file.path, file.text + comment)
  }

  private static func swiftTesting(_ name: String, _ tests: [String: String]) -> File {
    let bodies = tests.sorted { $0.key < $1.key }.map { "  @Test func \($0.key)() {\n    \($0.value)\n  }\n" }
      .joined()
    return (
      "Tests/ShopTests/\(name).swift",
      "import Foundation\nimport Shop\nimport Testing\n\nstruct \(name) {\n\(bodies)}\n"
    )
  }

  /// Forty suites of seven tests that nobody touches.
  private static let bulk: File = {
    var text = "import Testing\nimport XCTest\n"
    for suite in 0..<20 {
      let tests = (0..<7).map { "  func test\($0)() {}\n" }.joined()
      text += "final class Old\(suite): XCTestCase {\n\(tests)}\n"
      let others = (0..<7).map { "  @Test func test\($0)() {}\n" }.joined()
      text += "struct New\(suite) {\n\(others)}\n"
    }
    return ("Tests/BulkTests/Bulk.swift", text)
  }()
}
