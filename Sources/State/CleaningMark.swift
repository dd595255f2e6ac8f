import Files
package import Foundation
package import Model

/// When the build products were last thrown away.
package struct CleaningMark {
  let buildFolder: String

  package init(buildFolder: String) { self.buildFolder = buildFolder }

  package func isDue(_ cleaning: Bot.Cleaning, now: Date) -> Bool {
    let age = FileFacts(Order.buildMark(in: buildFolder)).map { now.timeIntervalSince1970 - $0.modified }
    switch cleaning {
    case .never: return false
    case .always: return true
    case .daily: return age.map { $0 >= 86400 } ?? false
    case .weekly: return age.map { $0 >= 7 * 86400 } ?? false
    }
  }
}
