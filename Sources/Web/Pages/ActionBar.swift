import Model
import People
import Words

/// What somebody may do with a page's subject, as forms: they need no script.
struct ActionBar {
  let asker: Asker
  let subject: ServedPage.Subject
  /// How it is with that now: what would be refused anyway has no button.
  let standing: Standing
  /// Where the page is, to come back to.
  let address: String
  /// What was done just now.
  var said: String?

  private static let sheet = "<link rel=\"stylesheet\" href=\"/served.css\">"

  var markup: String {
    let parts = [person, edit] + buttons
    let done = said.map { "<p role=\"status\">\(Markup.escaped($0))</p>" } ?? ""
    return
      "\(Self.sheet)<nav class=\"served\" aria-label=\"What you can do\">\(parts.joined())\(done)</nav>\n"
  }

  private var person: String {
    guard let name = asker.name, let form = asker.form else {
      return "<a href=\"/sign-in?then=\(SitePath.encoded(address))\">Sign in</a>"
    }
    let record = asker.role(for: nil) == .administrator ? " <a href=\"/audit\">Who did what</a>" : ""
    let leave =
      asker.session == nil
      ? ""
      : "<form method=\"post\" action=\"/sign-out\">\(hidden("form", form))<button>Sign out</button></form>"
    return "<span>\(Markup.escaped(name))</span>\(leave)\(record)"
  }

  /// To the file that a bot is made of.
  private var edit: String {
    switch subject {
    case .all:
      return asker.form != nil && asker.role(for: nil) == .administrator ? "<a href=\"/new\">New bot</a>" : ""
    case .bot(let bot):
      guard asker.form != nil, standing.hasFile, asker.role(for: bot) == .administrator else { return "" }
      return "<a href=\"\(SitePath(names: ["bots", bot.rawValue, "edit"]).address)\">Edit</a>"
    case .running, .integration: return ""
    }
  }

  private var buttons: [String] {
    switch subject {
    case .all:
      return [
        "<a href=\"/wall\">Wall</a>", asker.form == nil ? "" : "<a href=\"/api/openapi.json\">API</a>",
        standing.areAllPaused
          ? button(.resume, nil, label: "Resume all") : button(.pause, nil, label: "Pause all"),
      ]
    case .bot(let bot): return buttons(of: bot)
    case .running(let bot):
      return standing.running.map { button(.cancel, bot, $0, label: "Cancel \($0)") }
    case .integration(let bot, let number): return buttons(of: bot, number)
    }
  }

  private func buttons(of bot: BotID) -> [String] {
    var buttons: [String] = []
    if standing.hasFile {
      let commit = "<label>Branch or commit <input name=\"commit\" size=\"14\" autocomplete=\"off\"></label>"
      buttons.append(button(.integrate, bot, label: "Integrate", fields: commit))
    }
    if standing.isBusy { buttons.append(button(.cancel, bot, label: "Cancel what runs and waits")) }
    guard standing.hasFile else { return buttons }
    if standing.isPaused {
      buttons.append(button(.resume, bot, label: "Resume"))
    } else if standing.areAllPaused {
      // Alone it would not go on.
      buttons.append(button(.resume, nil, label: "Resume all"))
    } else {
      buttons.append(button(.pause, bot, label: "Pause"))
    }
    return buttons
  }

  private func buttons(of bot: BotID, _ number: IntegrationNumber) -> [String] {
    guard let one = standing.integration else { return [] }
    guard !one.isRunning else { return [button(.cancel, bot, number, label: "Cancel")] }
    var buttons: [String] = []
    if one.isRepeatable {
      buttons.append(button(.rerun, bot, number, label: "Rerun"))
      if one.hasFailures {
        let failed = hidden("failed", "true")
        buttons.append(button(.rerun, bot, number, label: "Rerun what failed", fields: failed))
      }
    }
    buttons.append(
      one.isPinned
        ? button(.unpin, bot, number, label: "Unpin") : button(.pin, bot, number, label: "Pin"))
    if one.hasIssues {
      let why =
        "<label>Test or id <input name=\"issue\" required size=\"18\" autocomplete=\"off\"></label> "
        + "<label>Why <input name=\"reason\" required size=\"18\"></label> "
      buttons.append(button(.silence, bot, label: "Silence", fields: why))
    }
    return buttons
  }

  /// Nothing where it may not be done.
  private func button(
    _ action: ServedAction, _ bot: BotID?, _ number: IntegrationNumber? = nil, label: String,
    fields: String = ""
  ) -> String {
    guard let form = asker.form, asker.role(for: bot) >= action.least else { return "" }
    let place = ([bot?.rawValue, number.map { "\($0.value)" }, action.rawValue].compactMap(\.self))
      .map(SitePath.encoded).joined(separator: "/")
    // Each has a key of its own, so that pressed twice it is done once.
    let hiddens = hidden("form", form) + hidden("once", Secret.make()) + hidden("then", address)
    return "<form method=\"post\" action=\"/api/\(bot == nil ? "" : "bots/")\(place)\">\(hiddens)\(fields)"
      + "<button>\(label)</button></form>"
  }

  private func hidden(_ name: String, _ value: String) -> String {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(Markup.escaped(value))\">"
  }
}
