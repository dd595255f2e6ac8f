import Foundation
import Model
import Words

/// `/wall`: tiles that fill the screen. It loads itself again where there is no script.
struct WallPage {
  let wall: Wall
  /// From 1.
  let page: Int
  let style: String?
  let now: Date

  init(_ wall: Wall, page: Int, style: String?, now: Date) {
    (self.wall, self.style, self.now) = (wall, style, now)
    self.page = min(max(1, page), wall.pageCount)
  }

  private static let secondsWithoutScript = 15

  var text: String {
    let next = page % wall.pageCount + 1
    let sheets = [style, "/wall.css"].compactMap(\.self)
      .map { "<link rel=\"stylesheet\" href=\"\(Markup.escaped($0))\">\n" }.joined()
    let again =
      "<meta http-equiv=\"refresh\" content=\"\(Self.secondsWithoutScript); url=/wall?page=\(next)\">"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(Markup.escaped(sentence)) – Bothy</title>
      \(OwnFile.iconLink)\(sheets)<script src="/wall.js" defer></script>
      <noscript>\(again)</noscript>
      </head>
      <body class="wall">
      <p id="silence" role="alert" hidden></p>
      <main id="main" data-page="\(page)" data-pages="\(wall.pageCount)">
      <header><h1>\(Markup.escaped(sentence))</h1>
      <p><span id="sign" role="status"></span> \(place)<time datetime="\(Moment.iso(now))">\(clock)</time>
      <a href="/">All bots</a></p></header>
      \(unwatched)\(tiles)
      </main>
      </body>
      </html>

      """
  }

  private var clock: String { String(Moment.second(now).dropFirst(11)) }
  private var place: String { wall.pageCount > 1 ? "<span>page \(page) of \(wall.pageCount)</span> " : "" }

  var sentence: String {
    func count(_ mood: Wall.Mood) -> Int { wall.tiles.count { $0.mood == mood } }
    let (all, red, unsure, unknown) = (wall.tiles.count, count(.red), count(.unsure), count(.unknown))
    func some(_ count: Int, _ words: String) -> String {
      "\(count) of \(Figures.count(all, "bot")) \(count == 1 ? "is" : "are") \(words)"
    }
    guard all > 0 else { return "There are no bots yet" }
    if red > 0 { return some(red, "red") }
    if unsure > 0 { return some(unsure, "in doubt") }
    if unknown == all { return "Nothing was integrated yet" }
    if unknown > 0 { return some(all - unknown, "green") }
    return all == 1 ? "The bot is green" : "All \(all) bots are green"
  }

  private var unwatched: String {
    wall.isWatched
      ? ""
      : "<p class=\"unwatched\" role=\"alert\">No watcher is running: nothing is integrated, and this may be "
        + "old.</p>\n"
  }

  private var tiles: String {
    let shown = wall.page(page)
    guard !shown.isEmpty else { return "" }
    // Each page has as many places, so that nothing changes its size when it is turned.
    let grid = Wall.grid(wall.page(1).count)
    return "<ol class=\"tiles c\(grid.columns) r\(grid.rows)\">\n\(shown.map(tile).joined())</ol>"
  }

  private func tile(_ tile: Wall.Tile) -> String {
    let address = SitePath(names: ["bots", tile.bot.rawValue], isFolder: true).address
    var lines = [
      "<h2><a href=\"\(address)\">\(line(tile.name))</a></h2>",
      "<p class=\"result\"><span aria-hidden=\"true\">\(tile.glyph.rawValue)</span> \(line(tile.words))</p>",
    ]
    if let trouble = tile.trouble { lines.append("<p class=\"who\">▲ \(line(trouble))</p>") }
    if let since = tile.since {
      let author = tile.author.map { "\(line($0)), " } ?? ""
      lines.append("<p class=\"who\">\(author)since \(since)</p>")
    }
    let branch = tile.branch.map { "<span>\(line($0))</span> " } ?? ""
    let ended =
      tile.ended.map { "<time datetime=\"\(Moment.iso($0))\">\(Self.age(of: $0, at: now))</time>" } ?? ""
    if !branch.isEmpty || !ended.isEmpty { lines.append("<p class=\"meta\">\(branch)\(ended)</p>") }
    lines += tile.running.prefix(1).map { running($0, besides: tile.running.count - 1, tile) }
    if tile.running.isEmpty, let words = waiting(tile) { lines.append("<p class=\"meta\">\(words)</p>") }
    return "<li class=\"tile \(tile.mood)\"><div>\(lines.joined())</div></li>\n"
  }

  private func line(_ text: String) -> String { Markup.escaped(Shown.line(text, most: 80)) }

  private func waiting(_ tile: Wall.Tile) -> String? {
    if tile.isPaused { return "‖ paused" }
    return tile.waiting > 0 ? "… \(tile.waiting) waiting" : nil
  }

  private func running(_ one: Wall.Tile.Running, besides more: Int, _ tile: Wall.Tile) -> String {
    let place = one.branch.flatMap { $0 == tile.branch ? nil : " on \(line($0))" } ?? ""
    let words = "▸ \(line(one.words))\(place)\(more > 0 ? ", and \(more) more" : "")"
    var (left, bar) = ("", "")
    if let end = one.end {
      let seconds = end.timeIntervalSince(now)
      if seconds >= 1 { left = "<span>\(Self.rough(seconds)) to go</span>" }
      let share = now.timeIntervalSince(one.since) / max(1, end.timeIntervalSince(one.since))
      let percent = Figures.tenth(min(max(share, 0.01), 0.98) * 100)
      bar =
        "<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        + "<rect class=\"rest\" width=\"100\" height=\"4\"/>"
        + "<rect class=\"done\" width=\"\(percent)\" height=\"4\"/></svg>"
    }
    return "<div class=\"works\"><p><span>\(words)</span> \(left)</p>\(bar)</div>"
  }

  /// An estimate in seconds would tell more than is known.
  static func rough(_ seconds: Double) -> String {
    seconds < 90 ? "\(Int((seconds / 10).rounded(.up)) * 10) s" : "\(Int((seconds / 60).rounded())) min"
  }

  static func age(of date: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    if seconds < 60 { return "just now" }
    if seconds < 3600 { return "\(Int(seconds / 60)) min ago" }
    if seconds < 48 * 3600 { return "\(Int(seconds / 3600)) h ago" }
    return "\(Int(seconds / 86_400)) days ago"
  }
}
