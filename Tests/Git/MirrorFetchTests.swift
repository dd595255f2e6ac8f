import Foundation
import Kit
import Testing

@testable import Git

/// The same code speaks with folders as with servers.
@Suite("Mirrors")
struct MirrorFetchTests {
  private let scratch: ScratchFolder
  private let tree: Worktree
  private var folder: String { scratch.path + "/mirror.git" }

  init() throws {
    scratch = try ScratchFolder("mirror")
    tree = try .make(at: scratch.path + "/far")
  }

  @discardableResult private func fetch() throws -> MirrorFetch.Outcome {
    try MirrorFetch(
      folder: folder, address: tree.path, credentials: .init(),
      knownHosts: KnownHosts(files: [], own: "/none"),
      certificates: nil, heard: { _ in }
    ).perform()
  }

  /// As git sees it, which looks whether all is there.
  private func shown() throws -> [String] {
    let mirror = Worktree(path: folder)
    try mirror.git("fsck", "--strict", "--connectivity-only")
    let refs = try mirror.git("for-each-ref", "--format=%(objectname) %(refname)")
    return [try mirror.git("symbolic-ref", "HEAD"), refs]
  }

  private func far() throws -> [String] {
    [
      try tree.git("symbolic-ref", "HEAD"),
      try tree.git("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags"),
    ]
  }

  @Test("a mirror has the branches and tags of the other, what is gone there goes, and HEAD moves")
  func mirrored() throws {
    defer { scratch.remove() }
    #expect(try fetch() == MirrorFetch.Outcome(branches: 0, tags: 0, isNews: true))
    try tree.write("a", "1").commit()
    try tree.git("tag", "-a", "-m", "one", "v1")
    try tree.git("branch", "fix/é")
    try tree.git("update-ref", "refs/pull/1/head", "HEAD")
    #expect(try fetch() == MirrorFetch.Outcome(branches: 2, tags: 1, isNews: true))
    #expect(try shown() == far())
    #expect(try !fetch().isNews)
    try tree.git("branch", "-D", "fix/é")
    try tree.git("branch", "fix")
    try tree.git("checkout", "-q", "-b", "next")
    try tree.write("a", "2").commit()
    try tree.git("checkout", "-q", "main")
    try tree.git("commit", "-q", "--amend", "-m", "other")
    try tree.git("symbolic-ref", "HEAD", "refs/heads/next")
    #expect(try fetch().branches == 3)
    #expect(try shown() == far())
    try tree.git("symbolic-ref", "HEAD", "refs/heads/unborn")
    for branch in ["main", "next", "fix"] { try tree.git("branch", "-D", branch) }
    try tree.git("tag", "-d", "v1")
    #expect(try fetch() == MirrorFetch.Outcome(branches: 0, tags: 0, isNews: true))
  }

  @Test("what a fetch that was killed left is no hindrance, and goes")
  func killed() throws {
    defer { scratch.remove() }
    try tree.write("a", "1").commit()
    try fetch()
    let left = ["packed-refs.lock", "HEAD.lock", "objects/pack/pack_git2_Xy", "objects/pack/pack-1.idx"]
    for name in left { try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/packed-refs.new"))
    try tree.write("a", "2").commit()
    try fetch()
    #expect(try shown() == far())
    for name in left { #expect(!FileManager.default.fileExists(atPath: folder + "/" + name), "\(name)") }
  }

  @Test("what cannot be reached leaves the mirror as it was")
  func gone() throws {
    defer { scratch.remove() }
    try tree.write("a", "1").commit()
    try fetch()
    let before = try shown()
    try FileManager.default.moveItem(atPath: tree.path, toPath: tree.path + ".away")
    #expect(throws: GitError.self) { try fetch() }
    #expect(try shown() == before)
  }
}

@Suite("Keys of servers")
struct KnownHostsTests {
  private let key: [UInt8] = [0, 0, 0, 11] + Array("ssh-ed25519".utf8) + [0, 0, 0, 2, 7, 7]

  private func refusal(_ lines: String, isKnown: Bool = false) throws -> GitError? {
    let scratch = try ScratchFolder("hosts")
    defer { scratch.remove() }
    try Data(lines.utf8).write(to: scratch.url.appending(path: "known"))
    return KnownHosts(files: [], own: scratch.path + "/known").refusal(
      of: key, fingerprint: "SHA256:abc", host: "example.org", address: "ssh://git@example.org:2222/p",
      isKnown: isKnown, doing: "fetching")
  }

  @Test("an unknown key is told with its fingerprint and the command that adds it")
  func unknown() throws {
    let told = try #require(try refusal("# nobody\nother.org ssh-ed25519 AAAA\n"))
    #expect(told.wrong == "the key of the server [example.org]:2222 is not known: ssh-ed25519 SHA256:abc")
    let encoded = Data(key).base64EncodedString()
    #expect(told.advice.contains("echo '[example.org]:2222 ssh-ed25519 \(encoded)' >> "), "\(told.advice)")
  }

  @Test("a key that changed is told as such, also where ssh hides names")
  func changed() throws {
    let salt = Data(repeating: 5, count: 20)
    let hash = SHA1.authentication(of: Array("[example.org]:2222".utf8), key: Array(salt))
    let hidden = "|1|\(salt.base64EncodedString())|\(Data(hash).base64EncodedString())"
    for name in ["[example.org]:2222", "x.org,[example.org]:2222", hidden] {
      let told = try #require(try refusal("\(name) ssh-ed25519 AAAA\n"))
      #expect(told.wrong.contains("is not the one that is known"), "\(told.wrong)")
    }
    let kind = try #require(try refusal("[example.org]:2222 ssh-rsa AAAA\n"))
    #expect(kind.wrong.contains("of another kind than is known"))
  }

  @Test("a key that is known is taken, but not one that is revoked")
  func known() throws {
    #expect(try refusal("", isKnown: true) == nil)
    let line = "@revoked * ssh-ed25519 \(Data(key).base64EncodedString())\n"
    #expect(try refusal(line, isKnown: true)?.wrong.contains("is revoked") == true)
  }

  @Test("names are hidden as ssh hides them")
  func hashes() {
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(hex(SHA1.hash([])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex(SHA1.hash(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    // RFC 2202, the second case.
    let sum = SHA1.authentication(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(hex(sum) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
  }
}

@Suite("What servers refuse")
struct RemoteWordsTests {
  @Test(
    "it is told in words for a person",
    arguments: [
      (
        "the SSL certificate is invalid: 0x01 - The certificate validity has expired",
        "the server's certificate has ended"
      ),
      (
        "the SSL certificate is invalid: 0x04 - The certificate Common Name (CN) does not match with the "
          + "expected CN", "the server's certificate is one of another name"
      ),
      (
        "the SSL certificate is invalid: 0x08 - The certificate is not correctly signed by the trusted CA",
        "the server's certificate is signed by nobody whom this machine trusts"
      ),
      ("failed to connect to localhost: Connection refused", "connection refused"),
      (
        "SSL error: 0xffffffff - ERROR",
        "TLS handshake failed: the certificate has expired, is for another host name, or has an unknown "
          + "issuer (SSL error: 0xffffffff - ERROR)"
      ),
      (
        "unexpected http status code: 404",
        "the server has no such repository, or shows it to nobody who asks so"
      ),
      (
        "error authenticating: failed connecting with agent",
        "the agent that SSH_AUTH_SOCK names does not answer"
      ),
      (
        "too many redirects or authentication replays",
        "the server leads in a circle, or asks again and again who asks"
      ),
    ])
  func words(said: String, wrong: String) {
    #expect(RemoteWords.error(said, code: -1, address: "https://h/p", doing: "").wrong == wrong)
  }

  @Test(
    "what a proxy does is told as its doing, without what lets in there",
    arguments: [
      (
        "failed to connect to proxy.example: Connection refused",
        "the proxy proxy.example cannot be reached: connection refused"
      ),
      (
        "failed to resolve address for proxy.example: Name or service not known",
        "the proxy proxy.example cannot be reached: name or service not known"
      ),
      ("failed to connect to h: Connection refused", nil),
      (
        "proxy authentication required but no callback set",
        "the proxy proxy.example wants to know who asks, or does not know who says so"
      ),
      ("proxy returned unexpected status: 403", "the proxy proxy.example does not lead there (status 403)"),
      ("malformed URL 'me:hidden@proxy.example:3128'", "`https_proxy` holds no address of a proxy"),
    ])
  func proxies(said: String, wrong: String?) {
    for proxy in ["http://me:hidden@proxy.example:3128/", "proxy.example:3128"] {
      let told = ProxyWords.said(said, "https://h/p", environment: ["https_proxy": proxy])
      #expect(told?.wrong == wrong)
      #expect(told?.advice.contains("hidden") != true)
    }
    #expect(ProxyWords.said(said, "git@h:p", environment: ["https_proxy": "http://proxy.example"]) == nil)
  }
}
