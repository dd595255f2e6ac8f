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
  /// - Parameter crumbs: what lies between all bots and this page.
  static func page(
    _ status: Int, title: String, style: String?, crumbs: [(href: String, name: String)] = [],
    _ content: String
  ) -> HTTPAnswer {
    let sheets = [style, "/served.css"].compactMap(\.self)
      .map { "<link rel=\"stylesheet\" href=\"\(Markup.escaped($0))\">\n" }.joined()
    let places = crumbs.map { " <a href=\"\($0.href)\"><strong>\(Markup.escaped($0.name))</strong></a>" }
      .joined()
    let text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(Markup.escaped(title)) – Bothy</title>
      \(OwnFile.iconLink)\(sheets)</head>
      <body>
      <header class="top upper">
      <nav class="crumbs" aria-label="Where this is"><a href="/">Bots</a>\(places)</nav>
      </header>
      <main id="main" class="served-page">
      <h1>\(Markup.escaped(title))</h1>
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
    let told = wrong.map { "<p role=\"alert\">\(Markup.escaped($0))</p>\n" } ?? ""
    return page(
      status, title: "Sign in", style: style,
      """
      \(told)<form method="post" action="/sign-in" class="sign-in">
      <input type="hidden" name="then" value="\(Markup.escaped(then))">
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
      "<p>\(Markup.escaped(words))</p>\n<p><a href=\"\(Markup.escaped(back))\">Back</a></p>")
  }

  /// For who may not read all bots: those that they may.
  static func some(_ bots: [BotFace], style: String?) -> HTTPAnswer {
    let lines = bots.sorted { $0.name < $1.name }.map { bot in
      let place = SitePath(names: ["bots", bot.id.rawValue], isFolder: true).address
      let newest =
        bot.latest.map { " \($0.number): \($0.result?.rawValue ?? "running")" }
        ?? ": not integrated yet"
      return
        "<li><a href=\"\(Markup.escaped(place))\">\(Markup.escaped(bot.name))</a>"
        + Markup.escaped(newest) + "</li>"
    }
    return page(
      403, title: "Your bots", style: style,
      "<p>There are others here that are not yours to read, so there is no page of all of them.</p>\n"
        + "<ul>\n" + lines.joined(separator: "\n") + "\n</ul>")
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
      return "<tr>" + cells.map { "<td>\(Markup.escaped(Shown.line($0, most: 400)))</td>" }.joined() + "</tr>"
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

  static let sheet = frame + editing

  private static let frame = """
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

  private static let editing = """
    .edit { display: grid; gap: 1.5rem 2rem; grid-template-columns: minmax(0, 1fr); }
    .served-page h2 { font-size: 15px; font-weight: 650; margin: 0 0 .4rem; }
    .field { max-width: 30rem; }
    .field label { display: block; font-weight: 600; margin: 0 0 .15rem; }
    .field input { width: 100%; font: inherit; min-height: 30px; padding: .2rem .4rem;
      color: var(--ink); background: var(--ground); border: 1px solid var(--edge-strong);
      border-radius: 4px; }
    .field p { margin: .15rem 0 0; font-size: 12.5px; line-height: 1.4; }
    ::placeholder { color: var(--quiet); opacity: 1; }
    .yaml { display: flex; position: relative; border: 1px solid var(--edge-strong); border-radius: 5px;
      background: var(--ground); }
    .yaml:focus-within { outline: 2px solid var(--focus); outline-offset: 1px; }
    .yaml textarea, .yaml .numbers { font: 12.5px/20px var(--mono); padding: .5rem .6rem; tab-size: 4;
      margin: 0; }
    .yaml .numbers { position: absolute; inset: 0 auto 0 0; width: 4.6em; overflow: hidden; text-align: right;
      color: var(--quiet); background: var(--raised); border-radius: 5px 0 0 5px; }
    .yaml .numbers + textarea { margin-left: 57px; }
    .yaml .numbers b { color: var(--tone); }
    .yaml .numbers .failed { --tone: var(--red); }
    .yaml .numbers .warning { --tone: var(--orange); }
    .yaml textarea { flex: 1; min-width: 0; border: 0; outline: 0; resize: none; overflow: auto hidden;
      white-space: pre; color: var(--ink); background: none; field-sizing: content; }
    .file { min-width: 0; }
    .file .muted { margin: 0 0 .6rem; }
    .deeds { position: sticky; bottom: 0; margin: 0; padding: .7rem 0; background: var(--ground);
      display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; }
    .served-page button.main { color: var(--on); background: var(--link); border-color: var(--link); }
    .served-page button.main:hover { color: var(--on); text-decoration: underline; }
    .served-page .told { padding: .45rem .8rem; background: var(--green-wash);
      border-left: 3px solid var(--green); }
    .remarks, .theirs { margin-bottom: 1.5rem; }
    .remarks ol { display: grid; gap: .7rem; }
    .remarks li p { margin: 0 0 .2rem; }
    .excerpt { padding: .35rem .6rem; border: 1px solid var(--edge); border-radius: 5px;
      background: var(--raised); white-space: pre; overflow: auto; max-height: 24rem; }
    .excerpt mark { background: var(--red-wash); color: var(--ink); box-shadow: -3px 0 var(--red); }
    .excerpt .warning { background: var(--orange-wash); box-shadow: -3px 0 var(--orange); }

    """
}
