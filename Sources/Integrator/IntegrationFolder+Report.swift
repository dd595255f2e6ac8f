import Explaining
import Files
import Formats
package import Model
package import State

extension IntegrationFolder {
  /// What was reported of this integration. What another program broke is no report, and what it put there
  /// from elsewhere is none of this one: taken in, it would keep the bot from ever being integrated again.
  package func report(of bot: BotID, _ number: IntegrationNumber) -> Report? {
    contents(of: report).flatMap { try? ReportJSON.decode($0) }.flatMap {
      $0.bot == bot && $0.integration == number ? $0 : nil
    }
  }

  /// The same with what was ordered, to make its pages from.
  package func read(
    _ bot: BotID, _ number: IntegrationNumber, doing: String
  ) throws -> (report: Report, order: Order) {
    guard let report = report(of: bot, number) else { throw Self.unreadable(self.report, doing) }
    guard let order = contents(of: order).flatMap({ try? OrderJSON.decode($0) }) else {
      throw Self.unreadable(self.order, doing)
    }
    return (report, order)
  }

  private static func unreadable(_ file: String, _ doing: String) -> Explanation {
    FileFacts(file) == nil
      ? Explanation(doing: doing, wrong: "there is no \(file)", advice: "its pages stay as they are")
      : Explanation(
        doing: doing, wrong: "\(file) is damaged or from another version of Bothy",
        advice: "its pages stay as they are; integrate that commit again for new ones")
  }
}
