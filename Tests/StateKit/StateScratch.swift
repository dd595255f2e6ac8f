import Foundation
import Kit

/// A state directory that goes away with its owner.
package final class StateScratch {
  private let scratch: ScratchFolder
  package var path: String { scratch.path }

  package init() throws { scratch = try ScratchFolder("state") }

  package func folder(_ bot: String, _ number: Int) -> String { "\(path)/integrations/\(bot)/\(number)" }

  package func leave(_ bot: String, _ number: Int, file: String, _ text: String) throws {
    try scratch.write("integrations/\(bot)/\(number)/\(file)", text)
  }
}
