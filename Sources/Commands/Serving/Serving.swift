import Explaining
import Files
import Foundation
import HTTP
import Model
import State
import Synchronization
import Web

/// What serves now: when its settings are others, it serves by those, as far as they can be followed.
final class Serving {
  private let state: StateFolder
  private let address: ServeSettings.Address?
  private let makePage: (ServingSettings) -> LivePage
  private let output: Output
  private let errors: Output
  private var now: ServingSettings
  private var server: HTTPServer?
  private let page: Page
  private var warnedOn = 0

  /// Answered by whichever was made last.
  private final class Page: Sendable {
    private let page: Mutex<LivePage>
    init(_ page: LivePage) { self.page = Mutex(page) }
    var current: LivePage {
      get { page.withLock { $0 } }
      set { page.withLock { $0 = newValue } }
    }
  }

  init(
    _ state: StateFolder, address: ServeSettings.Address?, output: Output, errors: Output = .error,
    page makePage: @escaping (ServingSettings) -> LivePage
  ) throws {
    (self.state, self.address, self.makePage) = (state, address, makePage)
    (self.output, self.errors) = (output, errors)
    now = try ServingSettings(state, address: address)
    page = Page(makePage(now))
    try listen()
  }

  var settings: ServeSettings { now.settings }

  private func listen() throws {
    let page = page
    let server = try HTTPServer(
      host: now.settings.address.host, port: now.settings.address.port, tls: now.certificate,
      manner: { page.current.manner(of: $0) }, answer: { page.current.answer($0) })
    self.server = server
    now.settings.address.port = server.port
    output.write("Serves the pages of \(state.path) at \(now.link)\n")
  }

  func end() { server?.end() }

  /// Now and then.
  func look() {
    warn()
    guard now.isOver(state) else { return }
    let next: ServingSettings
    do { next = try ServingSettings(state, address: address) } catch {
      refuse(Self.sentence(error))
      return
    }
    follow(next)
  }

  private func follow(_ next: ServingSettings) {
    let former = now
    var next = next
    // Any port that was free is kept.
    if next.settings.address.port == 0 { next.settings.address.port = former.settings.address.port }
    now = next
    page.current = makePage(next)
    guard next.settings.address != former.settings.address || next.certificate != former.certificate else {
      output.write(next.news(since: former) + "\n")
      warnedOn = 0
      return
    }
    server?.end()
    do {
      try listen()
      warnedOn = 0
    } catch {
      now = former
      page.current = makePage(former)
      refuse(Self.sentence(error))
      // Nobody else was let at it meanwhile, most likely; else whoever began this begins it again.
      do { try listen() } catch { tell(Self.sentence(error)) }
    }
  }

  private func refuse(_ sentence: String) {
    now.keep(state)
    tell("\(sentence); it is served as before")
  }

  private static func sentence(_ error: any Error) -> String {
    (error as? BotFileError)?.lines.joined(separator: "; ") ?? Explanation(error, doing: "serving").sentence
  }

  /// Once, and again each day.
  private func warn() {
    let date = Date()
    let day = Int(date.timeIntervalSince1970 / 86_400)
    guard day != warnedOn else { return }
    let words = ServeWarnings.of(now.settings, now: date)
    for sentence in words { tell(sentence) }
    warnedOn = day
  }

  private func tell(_ sentence: String) {
    errors.write("bothy: serving at \(now.settings.address): \(sentence)\n")
  }
}
