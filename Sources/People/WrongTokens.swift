package import Foundation

/// Programs that send a token which nobody has. Each address is told to wait, longer and longer; what they do
/// is one line of the record for each, and for a flood from everywhere one more. A token that is known is let
/// in whatever else comes from its address: nobody can guess one.
package final class WrongTokens: Sendable {
  private let slowing = SlowingDown()
  private let floods: Floods

  package init(_ log: AuditLog) {
    floods = Floods(log, words: "a token that is not known, or whose time is over")
  }

  /// - Parameter isOfMany: nobody waits for what others do who come from there, too.
  /// - Returns: for how long nothing more is to be sent; nil: it may be tried again.
  package func wasWrong(
    from address: String, isOfMany: Bool = false, now: Double, at date: Date = Date()
  ) -> Double? {
    floods.tell(AuditEntry(who: nil, way: .nobody, from: address, act: "token", at: date), now: now)
    guard !isOfMany else { return nil }
    if let seconds = slowing.seconds(name: nil, address: address, now: now) { return seconds }
    slowing.wasWrong(name: nil, address: address, now: now)
    return nil
  }
}
