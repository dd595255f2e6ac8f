import Formats
import Processes

/// XCTest's list as a process shows it that may die or hang once it has been shown.
final class ShownList: ProcessObserver {
  private var output: [UInt8] = []
  private let limit: Int
  private var quietSince: Double?
  private var hasLooked = false

  /// More may come after a list that was printed by a test.
  private static let secondsOfQuiet = 1.0

  init(limit: Int) { self.limit = limit }

  /// Nil where it is not known to be all.
  var whole: [TestList.Entry]? {
    let list = TestList.read(output)
    return list.isTrustworthy && !list.entries.isEmpty ? list.entries : nil
  }

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    output.append(contentsOf: bytes.prefix(max(limit - output.count, 0)))
    (quietSince, hasLooked) = (nil, false)
  }

  func check(elapsed: Double) -> String? {
    let since = quietSince ?? elapsed
    quietSince = since
    guard !hasLooked, elapsed - since > Self.secondsOfQuiet else { return nil }
    hasLooked = true
    return whole == nil ? nil : "its list is whole"
  }
}
