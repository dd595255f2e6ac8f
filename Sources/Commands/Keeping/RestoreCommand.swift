import Daemon
import Files
import Foundation
import Keeping
import Model
import State
import Store
import Terminal
import Words

/// `bothy restore FILE`: what a backup holds is here again.
struct RestoreCommand {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  let templates: String?
  var output = Output.standard

  func perform(_ file: String, replacing: Bool) throws -> Int32 {
    let cancellation = CommandContext.cancellation()
    var restoring = Restoring(state: state, bots: CommandContext.absolute(bots), replaces: replacing)
    restoring.isCanceled = { cancellation.isCanceled }
    restoring.equip = { folder in
      guard let name = HostedName(repository: (folder as NSString).lastPathComponent) else { return }
      try HostedRepository.equip(folder, as: name)
    }
    let restored = try restoring.perform(file)
    if let bot = restored.bot { _ = try? WatcherClient(state: state).ask(.heed(bot)) }
    output.write(sentence(restored))
    return 0
  }

  private func sentence(_ restored: Restoring.Restored) -> String {
    let counts = restored.counts ?? StoredCounts(bots: [], integrations: 0)
    let integrations = Figures.count(counts.integrations, "integration")
    let moment = Moment.local(restored.made)
    var lines: [String] = []
    if let bot = restored.bot {
      lines.append("`\(bot)` is back with \(integrations), as it was on \(moment).")
    } else {
      let names = counts.bots.prefix(5).map(\.rawValue).joined(separator: ", ")
      let more = counts.bots.count > 5 ? ", …" : ""
      lines.append(
        "\(state.path) holds \(Figures.count(counts.bots.count, "bot")) again"
          + (counts.bots.isEmpty ? "" : " (\(names)\(more))") + " with \(integrations), as of \(moment).")
    }
    if !restored.botFiles.isEmpty {
      lines.append(
        "\(Figures.count(restored.botFiles.count, "bot file")) "
          + "\(restored.botFiles.count == 1 ? "is" : "are") back in \(bots): see with "
          + "`\(state.typed.line(["check"]))` that their repositories are here.")
    }
    if !restored.hosted.isEmpty {
      let repositories = Figures.count(restored.hosted.count, "repository", "repositories")
      lines.append("\(repositories) hosted again: see with `\(state.typed.line(["host"]))`.")
    }
    if !restored.led.isEmpty {
      let files = restored.led.joined(separator: ", ")
      lines.append("They are named where they are now, and not where they were, in \(files).")
    }
    if !restored.aside.isEmpty {
      lines.append("What was there before is in \(restored.aside.joined(separator: ", ")).")
    }
    let render = restored.bot.map { ["render", $0.rawValue] } ?? ["render"]
    if counts.integrations > 0 {
      lines.append(
        "`\(state.typed.line(render))` makes the pages, with the sources of each repository that is here; of "
          + "another they stand there once it was integrated again.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
