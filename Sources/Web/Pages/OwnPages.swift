import Foundation
import HTTP
import Model
import People
import Words

/// Pages that are in no folder: to sign in, what an action came to, and who did what.
enum OwnPages {
  private static let policy =
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; "
    + "frame-ancestors 'none'"

  /// - Parameter style: the address of the site's style; nil where there is no site yet.
  static func page(_ status: Int, title: String, style: String?, _ content: String) -> HTTPAnswer {
    let sheets = [style, "/served.css"].compactMap(\.self)
      .map { "<link rel=\"stylesheet\" href=\"\(Markup.text($0))\">\n" }.joined()
    let text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(Markup.text(title)) – Bothy</title>
      \(sheets)</head>
      <body>
      <header class="top upper">
      <nav class="crumbs" aria-label="Where this is"><a href="/">Bots</a></nav>
      </header>
      <main id="main" class="served-page">
      <h1>\(Markup.text(title))</h1>
      \(content)
      </main>
      </body>
      </html>

      """
    return HTTPAnswer(
      status,
      ContentPolicy.headers(policy: policy) + [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "private, no-store"),
        ("Vary", "Cookie"),
      ], .bytes(Array(text.utf8)))
  }

  static func signIn(_ status: Int, style: String?, then: String, wrong: String? = nil) -> HTTPAnswer {
    let told = wrong.map { "<p role=\"alert\">\(Markup.text($0))</p>\n" } ?? ""
    return page(
      status, title: "Sign in", style: style,
      """
      \(told)<form method="post" action="/sign-in" class="sign-in">
      <input type="hidden" name="then" value="\(Markup.text(then))">
      <label>Name <input name="name" required autocomplete="username" autofocus></label>
      <label>Password <input name="password" type="password" required autocomplete="current-password"></label>
      <button>Sign in</button>
      </form>
      """)
  }

  static func told(
    _ status: Int, style: String?, title: String, _ words: String, back: String
  ) -> HTTPAnswer {
    page(
      status, title: title, style: style,
      "<p>\(Markup.text(words))</p>\n<p><a href=\"\(Markup.text(back))\">Back</a></p>")
  }

  private static let mostRows = 500

  /// The newest first.
  static func audit(_ entries: [AuditEntry], style: String?) -> HTTPAnswer {
    let rows = entries.suffix(mostRows).reversed().map { entry -> String in
      let bot = entry.bot.map { " \($0)" + (entry.number.map { "#\($0)" } ?? "") } ?? ""
      let cells = [
        Moment.second(entry.at), entry.who ?? "somebody", entry.way.rawValue, entry.from ?? "",
        entry.act + bot, entry.words ?? "begun, and nothing is known of its end",
      ]
      return "<tr>" + cells.map { "<td>\(Markup.text(Shown.line($0, most: 400)))</td>" }.joined() + "</tr>"
    }
    let heads = ["When", "Who", "By", "From", "What", "What came of it"]
      .map { "<th scope=\"col\">\($0)</th>" }.joined()
    return page(
      200, title: "Who did what", style: style,
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Who did what\">"
        + "<table class=\"grid\"><thead><tr>\(heads)</tr></thead><tbody>"
        + rows.joined(separator: "\n") + "</tbody></table></div>"
    )
  }

  static let sheet = """
    .served { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem;
      padding: .5rem max(24px, 50vw - 756px); background: var(--raised);
      border-bottom: 1px solid var(--edge); }
    .served form { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin: 0; }
    .served p { flex-basis: 100%; margin: 0; }
    .served button, .served-page button { font: inherit; color: var(--ink); background: var(--ground);
      border: 1px solid var(--edge-strong); border-radius: 4px; padding: .25rem .7rem; cursor: pointer;
      min-height: 28px; }
    .served button:hover, .served-page button:hover { border-color: var(--link); color: var(--link); }
    .served input, .served-page input { font: inherit; color: var(--ink); background: var(--ground);
      border: 1px solid var(--edge-strong); border-radius: 4px; padding: .2rem .4rem; max-width: 100%; }
    .served-page { padding: 1.5rem max(24px, 50vw - 756px); }
    .served-page h1 { font-size: 22px; margin: 0 0 1rem; }
    .served-page p { margin: 0 0 1rem; }
    .served-page [role=alert] { color: var(--red); }
    .sign-in { display: grid; gap: .8rem; max-width: 20rem; }
    .sign-in label { display: grid; gap: .2rem; }
    .sign-in button { justify-self: start; }
    .served-page table { min-width: 44rem; }
    .served-page td, .served-page th { padding: .25rem .7rem .25rem 0; text-align: left;
      vertical-align: top; }
    .served-page td:not(:last-child) { white-space: nowrap; }
    @media (max-width: 700px) { .served, .served-page { padding-left: 14px; padding-right: 14px; } }

    """
}
