import Foundation
import Model

/// Times are kept as whole milliseconds since 1970.
extension Date {
  var milliseconds: Int {
    let exact = (timeIntervalSince1970 * 1000).rounded()
    return Int(exactly: exact) ?? 0
  }

  init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Double {
  /// SQLite takes NaN for NULL.
  var kept: Double { isFinite ? self : 0 }
}

extension String {
  /// Messages are kept whole in report.json; a database that carries them on needs a bound.
  var bounded: String {
    let limit = 16_384
    guard utf8.count > limit else { return self }
    return String(decoding: utf8.prefix(limit), as: UTF8.self) + "…"
  }
}

extension TestSelection {
  /// Equal for equal selections, whatever their order.
  var kept: String {
    func list(_ patterns: [String]) -> String {
      Set(patterns).sorted().map { "\($0.utf8.count):\($0)" }.joined(separator: ",")
    }
    return "filter \(list(filters)) skip \(list(skips))"
  }
}
