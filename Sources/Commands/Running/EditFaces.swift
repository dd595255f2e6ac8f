import Explaining
import Files
import Foundation
import Git
import Model
import Terminal

/// Rounds told one below the other, as `bothy run` tells an integration: for pipes, files and `--quiet`.
final class EditPlainFace: EditFace {
  private let package: String
  private let isQuiet: Bool
  private let prefix: String
  private let environment: [String: String]
  private var display: Display
  private var isResting = false
  /// What nobody needs to follow.
  private var isAside = false

  init(_ package: String, isQuiet: Bool, prefix: String, environment: [String: String]) {
    (self.package, self.isQuiet, self.prefix) = (package, isQuiet, prefix)
    self.environment = environment
    display = Self.display(isQuiet, prefix, environment)
  }

  private static func display(_ isQuiet: Bool, _ prefix: String, _ environment: [String: String]) -> Display {
    Display(
      capabilities: .of(descriptor: Output.error.descriptor, environment: environment), quiet: isQuiet,
      verbose: false, packagePrefix: prefix)
  }

  func begin(_ work: EditRounds<TreeMark>.Work) {
    isAside = work == .map
    guard !isAside else { return rest() }
    isResting = false
    display = Self.display(isQuiet, prefix, environment)
  }

  func hear(_ progress: Model.Progress, at elapsed: Double) {
    if !isAside { write(display.show(progress, at: elapsed)) }
  }

  func tick(at elapsed: Double) {
    if !isAside { write(display.tick(at: elapsed)) }
  }

  func cancel() {
    if !isAside { write(display.canceling()) }
  }

  func end(_ report: Report?) {
    guard !isAside else { return }
    guard let report else { return write(display.clearing()) }
    let target = Output.standard
    let isOne = TerminalCapabilities.areOneScreen(target.descriptor, Output.error.descriptor)
    write(isOne ? display.erasing() : display.clearing())
    let capabilities = TerminalCapabilities.of(descriptor: target.descriptor, environment: environment)
    target.write(display.ending(report, address: "", on: capabilities))
    let required = RequiredLines(report)
    if !isQuiet, required.count > 0 { target.write(RequiredText.text(required, prefix: prefix)) }
  }

  func rest() {
    guard !isResting else { return }
    isResting = true
    if !isQuiet { write("Waiting for changes in \(package).\n") }
  }

  func say(_ words: String) { write(display.clearing() + words.ended + "\n") }

  func lose(_ trouble: Explanation) {
    isResting = false
    write(display.clearing() + trouble.text + "\n")
    rest()
  }

  func leave(forGood: Bool) {}
  func enter() {}

  private func write(_ text: String) {
    if !text.isEmpty { Output.error.write(text) }
  }
}

/// One screen that is drawn anew whenever something changes.
final class EditScreenFace: EditFace {
  private var screen: EditScreen
  private var drawn = ""
  private var isShown = false
  private var elapsed = 0.0

  init(_ package: String, prefix: String, capabilities: TerminalCapabilities, hasKeys: Bool) {
    screen = EditScreen(
      package: package, packagePrefix: prefix, capabilities: capabilities, hasKeys: hasKeys)
  }

  func begin(_ work: EditRounds<TreeMark>.Work) {
    elapsed = 0
    switch work {
    case .all: screen.begin(.all)
    case .failed: screen.begin(.failed)
    case .map: screen.begin(.map)
    }
    draw()
  }

  func hear(_ progress: Model.Progress, at elapsed: Double) {
    screen.hear(progress, at: elapsed)
    // The clock draws what comes by the thousand.
    if case .firstVerdict = progress { tick(at: elapsed) }
  }

  func tick(at elapsed: Double) {
    self.elapsed = elapsed
    draw()
  }

  func cancel() {
    screen.cancel()
    draw()
  }

  func end(_ report: Report?) {
    screen.end(report)
    draw()
  }

  func rest() { draw() }

  func say(_ words: String) {
    screen.say(words)
    draw()
  }

  func lose(_ trouble: Explanation) {
    screen.lose(trouble)
    draw()
  }

  func enter() {
    isShown = true
    Output.standard.write(EditScreen.entering)
    drawn = ""
  }

  /// What was found last stays to be read.
  func leave(forGood: Bool) {
    guard isShown else { return }
    isShown = false
    Output.standard.write(EditScreen.leaving + (forGood ? screen.remains : ""))
  }

  private func draw() {
    guard isShown else { return }
    let text = screen.text(at: elapsed)
    guard text != drawn else { return }
    drawn = text
    Output.standard.write(text)
  }
}
