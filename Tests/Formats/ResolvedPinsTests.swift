import Formats
import Model
import Testing

@Suite struct ResolvedPinsTests {
  @Test("pins are read in each version of Package.resolved, and are in the order of their names")
  func versions() {
    let third = """
      {"originHash": "x", "pins": [
        {"identity": "yams", "kind": "remoteSourceControl", "location": "https://e.org/Yams.git",
         "state": {"revision": "b1", "version": "5.1.0"}},
        {"identity": "dep", "kind": "localSourceControl", "location": "/srv/Dep",
         "state": {"branch": "main", "revision": "0123456789"}},
        {"identity": "mona.core", "kind": "registry", "location": "", "state": {"version": "1.0.0"}}
      ], "version": 3}
      """
    let pins = ResolvedPins.read(Array(third.utf8))
    #expect(pins.map(\.shown) == ["dep main (0123456)", "mona.core 1.0.0", "yams 5.1.0"])
    #expect(pins.map(\.revision) == ["0123456789", nil, "b1"])
    #expect(pins.map(\.location) == ["/srv/Dep", "", "https://e.org/Yams.git"])
    let first = """
      {"object": {"pins": [{"package": "Yams", "repositoryURL": "https://e.org/Yams.git",
        "state": {"branch": null, "revision": "b1", "version": "5.1.0"}}]}, "version": 1}
      """
    #expect(ResolvedPins.read(Array(first.utf8)).map(\.shown) == ["yams 5.1.0"])
  }

  @Test("what cannot be read pins nothing", arguments: ["", "{}", "[]", "{\"pins\": 3}", "{\"pins\": ["])
  func broken(text: String) {
    #expect(ResolvedPins.read(Array(text.utf8)) == [])
  }
}
