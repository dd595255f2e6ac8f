internal import Foundation
public import Model

extension CrashReport {
  /// Whether the report tells where the test was: no caller is missing between where the process died, or
  /// where the test was when the process was asked to quit, and the test's own function.
  public static func tellsPlace(of test: TestCase, json: [UInt8]) -> Bool {
    let report = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
    let threads = report?["threads"] as? [[String: Any]] ?? []
    // Whichever thread takes the signal with which it is asked says nothing.
    let wasAsked = report?["description"] as? String == "Quit"
    return threads.contains { thread in
      (wasAsked || thread["crashed"] as? Bool == true) && leads(thread, to: test)
    }
  }

  private static func leads(_ thread: [String: Any], to test: TestCase) -> Bool {
    for (place, frame) in (thread["frames"] as? [[String: Any]] ?? []).enumerated() {
      guard isWithItsCaller(frame, isFirst: place == 0) else { return false }
      let found = CrashReportFrame(json: frame)
      let function = found?.function ?? ""
      // It called from where the compiler tells no line, as the `next()` of a loop: how far had it come?
      if let found, found.hasNoLine { return false }
      if CrashReportFrame.isFunction(function, of: test, itself: true) { return true }
      // It shares its region with the function around it, so that it can't be told what of it ran.
      if function.hasPrefix("$defer") { return false }
    }
    return false
  }

  /// The runtime follows frame pointers, which code in C need not keep: where it stands between them, who
  /// called it may be missing. A queue, a thread and a task of its own begin a stack of their own.
  private static func isWithItsCaller(_ frame: [String: Any], isFirst: Bool) -> Bool {
    guard let symbol = frame["symbol"] as? String else { return false }
    let isSwift = symbol.hasPrefix("$s") || symbol.hasPrefix("$S")
    guard let image = frame["image"] as? String else { return isSwift }
    if image == "libswiftCore.so" { return isSwift || !isFirst }
    return isSwift
      && (image.hasSuffix(".xctest") || frame["sourceLocation"] != nil || swiftImages.contains(image))
  }

  /// Written in Swift from end to end.
  private static let swiftImages: Set = [
    "libswiftSwiftOnoneSupport.so", "libswift_Concurrency.so", "libXCTest.so", "libTesting.so",
  ]
}
