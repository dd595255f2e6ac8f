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
}
