import Foundation
import Kit

/// axe-core, which finds what keeps people out of a page; fetched by `bin/prepare axe`, never committed.
enum Axe {
  static func script() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    let path = environment["BOTHY_AXE"] ?? "\(cache)/bothy/axe_playwright_python/axe.min.js"
    guard let script = try? String(contentsOfFile: path, encoding: .utf8), !script.isEmpty else {
      throw ChromeDriver.Problem(description: "loading axe: there is no \(path): run: bin/prepare axe")
    }
    return script
  }

  /// What is wrong with the page as it is shown now, a line a place.
  static func violations(_ script: String, in session: Session) throws -> [String] {
    try session.run(script)
    let answer = try session.runAwaiting(
      """
      const found = await axe.run(document, {
        resultTypes: ["violations"],
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      });
      return found.violations.flatMap((violation) => violation.nodes.slice(0, 5).map((node) =>
        `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
      """)
    return answer.elements?.compactMap(\.text) ?? ["axe did not answer: \(answer)"]
  }
}
