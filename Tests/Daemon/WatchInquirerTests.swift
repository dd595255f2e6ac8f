import Foundation
import Model
import State
import Testing

@testable import Daemon

@Suite("Why a test fails, asked by a watcher")
struct WatchInquirerTests {
  @Test("who looks for it makes pages with commands that name the watcher's folders")
  func folders() {
    var state = StateFolder(path: "/s")
    let inquiry = Inquiry("a", 2, "T.S/t", since: Date())
    let map = Inquiry("a", 2, nil, since: Date())
    #expect(
      WatchInquirer.arguments(map, StateFolder(path: "/s"), templates: nil) == [
        "rerun", "a#2", "--who-tests-what", "--quiet", "--state", "/s",
      ])
    let plain = ["rerun", "a#2", "--why", "T.S/t", "--quiet", "--state", "/s"]
    #expect(WatchInquirer.arguments(inquiry, state, templates: nil) == plain)
    state.named.bots = "/b"
    #expect(
      WatchInquirer.arguments(inquiry, state, templates: "/t") == plain + [
        "--bots", "/b", "--templates", "/t",
      ])
  }
}
