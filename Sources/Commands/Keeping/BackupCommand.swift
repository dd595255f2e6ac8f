import Daemon
import Explaining
import Files
import Foundation
import Keeping
import Model
import Publishing
import State
import Terminal
import Words

/// `bothy backup FILE`: all that cannot be had again, in one file.
struct BackupCommand {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String
  /// One line that is drawn again and again shows how far it is.
  var moves = false
  var output = Output.standard
  var errors = Output.error

  func perform(_ file: String, replacing: Bool) throws -> Int32 {
    let cancellation = CommandContext.cancellation()
    let files = BotFolder.files(in: bots)
    var taking = BackupTaking(state: state, botFiles: files, maker: Program.version)
    taking.isCanceled = { cancellation.isCanceled }
    let line = ProgressLine("Backing up", moves: moves, errors)
    taking.progress = line.show
    let isStream = file == "-"
    defer { line.end() }
    let sum = try taking.take(
      to: isStream ? .output(output) : .file(CommandContext.absolute(file), replacing: replacing))
    line.end()
    (isStream ? errors : output).write(Self.sentence(sum, isStream ? nil : file, bots: bots))
    return 0
  }

  static func sentence(_ sum: BackupSum, _ file: String?, bots: String) -> String {
    let what = [
      Figures.count(sum.bots, "bot"), Figures.count(sum.integrations, "integration"),
      Figures.count(sum.botFiles, "bot file") + (sum.botFiles == 0 ? " (none in \(bots))" : ""),
      sum.hosted == 0 ? nil : Figures.count(sum.hosted, "hosted repository", "hosted repositories"),
    ].compactMap(\.self).joined(separator: ", ")
    let others =
      switch sum.others {
      case 0: ""
      case 1: " 1 thing that is no file was left out."
      default: " \(Figures.grouped(sum.others)) things that are no files were left out."
      }
    let secrets = sum.secrets == 0 ? "" : " Secrets are in it, as they are here."
    return
      "\(file ?? "The backup") holds \(what): \(Figures.bytes(sum.bytes)) in \(Figures.bytes(sum.packed))."
      + "\(secrets)\(others)\n"
  }
}

/// How far something is that goes through many bytes: one line on a terminal, elsewhere one now and then.
final class ProgressLine {
  private let words: String
  private let moves: Bool
  private let output: Output
  private var shown = Date()
  private var isOpen = false

  private static let secondsBetween = (moving: 0.1, plain: 15.0)

  init(_ words: String, moves: Bool, _ output: Output) {
    (self.words, self.moves, self.output) = (words, moves, output)
  }

  func show(_ done: Int, _ total: Int) {
    let seconds = moves ? Self.secondsBetween.moving : Self.secondsBetween.plain
    guard Date().timeIntervalSince(shown) >= seconds else { return }
    shown = Date()
    let text = "\(words): \(Figures.bytes(done)) of \(Figures.bytes(max(done, total)))"
    isOpen = moves
    output.write(moves ? "\r\u{1B}[K" + text : text + "\n")
  }

  func end() {
    if isOpen { output.write("\r\u{1B}[K") }
    isOpen = false
  }
}
