import Model
import Testing

@Suite("Addresses of repositories")
struct RemoteAddressTests {
  @Test(
    "what git takes for another machine is one, and what it takes for a path is none",
    arguments: [
      ("https://example.org/a/parser.git", "example.org", nil, nil, "parser"),
      ("https://example.org:8443/parser", "example.org", 8443, nil, "parser"),
      ("http://localhost:3000/p.git", "localhost", 3000, nil, "p"),
      ("http://[::1]:80/p", "::1", 80, nil, "p"),
      ("ssh://git@example.org:2222/~/p.git/", "example.org", 2222, "git", "p"),
      ("ssh://example.org/srv/p", "example.org", nil, nil, "p"),
      ("git@example.org:team/parser.git", "example.org", nil, "git", "parser"),
      ("git@example.org:parser", "example.org", nil, "git", "parser"),
    ] as [(String, String, Int?, String?, String)])
  func addresses(text: String, host: String, port: Int?, user: String?, name: String) throws {
    let address = try #require(RemoteAddress(text))
    #expect((address.host, address.port) == (host, port))
    #expect((address.user, address.name) == (user, name))
  }

  @Test(
    "a path is a path, whatever signs are in it",
    arguments: ["/srv/git/p.git", "..", "a/b", "./git@example.org:p", "C:p", "/a@b:c", "p.git"])
  func paths(text: String) { #expect(RemoteAddress.read(text) == .path) }

  @Test("file:// is the path behind it")
  func files() {
    #expect(RemoteAddress.read("file:///srv/p.git") == .file("/srv/p.git"))
  }

  @Test(
    "what cannot be trusted, would show a password, or could be an option is refused with a sentence",
    arguments: [
      ("https://me:pass@example.org/p", "password"), ("ssh://git:pass@example.org/p", "password"),
      ("https://token@example.org/p", "access"), ("http://example.org/p", "changed on its way"),
      ("http://127.0.0.1.example.org/p", "changed on its way"), ("git://example.org/p", "git://"),
      ("ftp://example.org/p", "ftp:// is not known"), ("https://example.org", "no repository"),
      ("https:///p", "an address is"), ("ssh://-oProxyCommand=x/p", "an address is"),
      ("git@-x:p", "an address is"), ("-x@example.org:p", "an address is"),
      ("https://example.org:0/p", "an address is"), ("https://example.org:99999/p", "an address is"),
      ("https://example.org/p?a=b", "no repository"), ("ssh://git@example.org/a b", "no repository"),
      ("git@example.org:-p", "no repository"),
    ])
  func refused(text: String, words: String) {
    guard case .wrong(let why) = RemoteAddress.read(text) else {
      Issue.record("\(text) is taken")
      return
    }
    #expect(why.contains(words), "\(why)")
    #expect(!why.contains("pass@"))
  }
}
