import Testing

@testable import Integrator

@Suite("Variables that last")
struct LastingVariablesTests {
  @Test(
    "those of a terminal, a login or a start of the watcher do not, and others that begin like them do",
    arguments: [
      ("TZ", true), ("FOO", true), ("TERM", false), ("TERMS", true), ("STY", false), ("STYLE", true),
      ("WINDOW", false), ("WINDOW_SIZE", true), ("LISTEN_FDS", false), ("LISTEN_PORT", true),
      ("SSH_TTY", false), ("GIT_DIR", false), ("TRIGGER_TIMER_REALTIME_USEC", false), ("TRIGGER", true),
      ("PWD", false), ("BOTHY_STATE", false),
    ])
  func lasting(name: String, lasts: Bool) {
    #expect(LastingVariables.has(name) == lasts)
  }
}
