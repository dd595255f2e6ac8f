import Explaining
import Files
import Formats
package import Model
package import State

extension IntegrationFolder {
  /// What was reported of this integration. What another program broke is no report, and what it put there
  /// from elsewhere is none of this one: taken in, it would keep the bot from ever being integrated again.
  package func report(of bot: BotID, _ number: IntegrationNumber) -> Report? {
    (try? readReport(of: bot, number)) ?? nil
  }

  /// The same, and an error where it cannot be read now: that it is not there is not known then.
  package func readReport(of bot: BotID, _ number: IntegrationNumber) throws -> Report? {
    try wholeFile(at: report).flatMap { try? ReportJSON.decode($0) }.flatMap {
      $0.bot == bot && $0.integration == number ? $0 : nil
    }
  }

  /// The same with what was ordered, to make its pages from.
  package func read(
    _ bot: BotID, _ number: IntegrationNumber, doing: String
  ) throws -> (report: Report, order: Order) {
    let left: LeftReport?
    do { left = try LeftReport(of: bot, number, in: self) } catch {
      throw Self.damaged(report, doing, because: error.wrong)
    }
    guard let left else { throw Self.missing(report, doing) }
    return (left.report, try readOrder(doing: doing))
  }

  package func readOrder(doing: String) throws -> Order {
    guard FileFacts(order) != nil else { throw Self.missing(order, doing) }
    guard let bytes = contents(of: order) else { throw Self.damaged(order, doing) }
    do {
      return try OrderJSON.decode(bytes)
    } catch {
      throw Self.damaged(order, doing, because: Explanation(error).wrong)
    }
  }

  private static func missing(_ file: String, _ doing: String) -> Explanation {
    Explanation(doing: doing, wrong: "there is no \(file)", advice: "its pages stay as they are")
  }

  private static func damaged(_ file: String, _ doing: String, because reason: String? = nil) -> Explanation {
    Explanation(
      doing: doing,
      wrong: "\(file) is damaged or from another version of Bothy" + (reason.map { " (\($0))" } ?? ""),
      advice: "its pages stay as they are; integrate that commit again for new ones")
  }
}
