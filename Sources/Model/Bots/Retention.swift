public import Foundation
import Words

/// Which integrations have been kept for long enough.
public enum Retention {
  /// Which one goes, and why, in words for the log.
  public typealias Removal = (number: IntegrationNumber, why: String)

  /// Kept whatever their number or age: what runs, what is pinned, the newest, the face of the bot, the last
  /// green one of the bot and of each branch, and the last reported and last conclusive one of each branch
  /// until they are too old, because the next is compared with them. A limited one is none of these, and of a
  /// branch that is `gone` none is kept for the branch: there would be more and more. Those that look for a
  /// culprit are counted apart, so that they push out nothing but each other.
  public static func removable(
    _ integrations: [PastIntegration], keep: Bot.Keep, base: BranchName? = nil,
    gone: Set<BranchName> = [], now: Date
  ) -> [Removal] {
    let newestFirst = integrations.sorted { $0.number > $1.number }
    let most = max(1, keep.integrations)
    let oldest = now.addingTimeInterval(-Double(max(0, keep.days)) * 86400)
    var green: Set<BranchName?> = []
    var reported: Set<BranchName?> = []
    var conclusive: Set<BranchName?> = []
    var hasGreen = false
    var counted = (searches: 0, others: 0)
    let face = newestFirst.first { $0.branch == base && !$0.isLimited && !$0.isRunning }?.number
    return newestFirst.enumerated().compactMap { place, one -> Removal? in
      let newer = one.isOfSearch ? counted.searches : counted.others
      if one.isOfSearch { counted.searches += 1 } else { counted.others += 1 }
      let isGreen = !one.isLimited && one.isGreen
      let isThere = one.branch.map { !gone.contains($0) } ?? true
      let isFirstGreen = isGreen && (green.insert(one.branch).inserted && isThere || !hasGreen)
      hasGreen = hasGreen || isGreen
      let mayCompare = one.tests != nil && !one.isLimited && isThere && one.result != .canceled
      let isReported = mayCompare && reported.insert(one.branch).inserted
      let isConclusive = mayCompare && one.result?.isConclusive == true
      let isBaseline = isConclusive && conclusive.insert(one.branch).inserted || isReported
      guard !one.isRunning, let ended = one.ended, !one.isPinned, !isFirstGreen, place > 0,
        base == nil || one.number != face
      else { return nil }
      if ended < oldest { return (one.number, "it ended more than \(Figures.count(keep.days, "day")) ago") }
      guard newer >= most, !isBaseline else { return nil }
      return (one.number, "\(Figures.count(most, "newer integration")) \(most == 1 ? "is" : "are") kept")
    }
  }

  /// Of which of those that have archives these go: the newest stay, and those that nothing may take.
  public static func archives(
    of archived: [IntegrationNumber], keep: Bot.Keep, pinned: Set<IntegrationNumber>,
    green: IntegrationNumber?
  ) -> [IntegrationNumber] {
    archived.sorted(by: >).dropFirst(max(1, keep.archives)).filter { $0 != green && !pinned.contains($0) }
  }
}
