import Foundation
import Templates
import Words

/// What the pages above one integration show around their own content.
struct UpperFrame {
  /// The way to the folder that holds `assets/`.
  var up = ""
  var assets: [String: String]
  /// The way to the page of all bots; nil there.
  var allBots: String?
  /// The way to the bot's page, and its name; nil on the page of all bots.
  var bot: (href: String, name: String)?
  /// What stands behind the bot's name.
  var place: String?
  var moment: Date?
  /// What the page is about came to.
  var status: Status?

  func values(title: String) -> [String: TemplateValue] {
    [
      "title": .line(title, most: 160), "icon": .text(PageIcon(status: status).address),
      "stylesheet": .text(up + (assets["bothy.css"] ?? "assets/bothy.css")),
      "script": .text(up + (assets["bothy.js"] ?? "assets/bothy.js")), "allBots": .optional(allBots),
      "botPage": bot.map { .object(["href": .text($0.href), "name": .line($0.name, most: 200)]) } ?? .null,
      "place": .optional(place), "moment": moment.map(TemplateValue.time) ?? .null,
    ]
  }
}
