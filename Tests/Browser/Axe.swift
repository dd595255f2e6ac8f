import Foundation
import Kit

/// axe-core, which finds what keeps people out of a page; fetched by `bin/prepare axe`, never committed.
enum Axe {
  static func script() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    // As bin/prepare has it: HOME may name another folder than the password file does.
    let cache = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.cache"
    let path = environment["BOTHY_AXE"] ?? "\(cache)/bothy/axe_playwright_python/axe.min.js"
    guard let script = try? String(contentsOfFile: path, encoding: .utf8), !script.isEmpty else {
      throw ChromeDriver.Problem(description: "loading axe: there is no \(path): run: bin/prepare axe")
    }
    return script
  }

  enum Asked: String {
    case everything = "{}"
    /// To measure contrasts takes longer than all else together.
    case allButContrast = #"{ rules: { "color-contrast": { enabled: false } } }"#
    /// What another scheme can change.
    case colors = #"{ runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }"#
  }

  /// What is wrong with the page as it is shown now, a line a place.
  static func violations(
    _ script: String, _ asked: Asked = .everything, in session: Session
  ) throws -> [String] {
    if try session.run("return window.axe === undefined") == .bool(true) { try session.run(script) }
    let answer = try session.runAwaiting(
      """
      const found = await axe.run(document, {
        resultTypes: ["violations"],
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        ...\(asked.rawValue),
      });
      return found.violations.flatMap((violation) => violation.nodes.slice(0, 5).map((node) =>
        `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
      """)
    return answer.elements?.compactMap(\.text) ?? ["axe did not answer: \(answer)"]
  }

  /// Of what is made alike and stands alike the first three and the last stay: the tags, the classes and the
  /// attributes of all that is in it, and of all that it is in.
  static func leaveOutWhatIsAlike(in session: Session) throws { try session.run(alike) }

  private static let alike = """
    const told = ["class", "role", "type", "tabindex", "scope", "lang", "style", "fill"];
    const own = (it) => it.tagName + [...it.attributes].map(({ name, value }) =>
      told.includes(name) || (name.startsWith("aria-") && value.length < 6)
        ? ` ${name}=${value}` : ` ${name}`,
    ).join("");
    const looks = new Map();
    const look = (it) => {
      const inside = [...it.childNodes].map((node) =>
        node.nodeType === 1 ? look(node) : node.data.trim() ? "t" : "").join("");
      looks.set(it, `<${own(it)}>${inside}</>`);
      return looks.get(it);
    };
    look(document.body);
    const kinds = new Map();
    const sort = (it, path) => {
      for (const child of it.children) {
        const kind = path + looks.get(child);
        if (kinds.has(kind)) kinds.get(kind).push(child); else kinds.set(kind, [child]);
      }
      for (const child of it.children) sort(child, path + own(child) + "/");
    };
    sort(document.body, "");
    for (const list of kinds.values()) list.slice(3, -1).forEach((it) => it.remove());
    """
}
