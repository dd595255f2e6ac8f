import CGit2
import CLoose
import Foundation
import Words

/// Has a bare repository hold what one on another machine has: all branches and tags, and no others. For a
/// process of its own: nothing ends a server that hangs but the end of the process.
public struct MirrorFetch: Sendable {
  /// Who asks; what is nil is not there.
  public struct Credentials: Sendable {
    public var user: String?
    public var password: String?
    public var keyFile: String?
    public var passphrase: String?
    public var hasAgent = false

    public init() {}
  }

  public enum Event: Equatable, Sendable {
    case connected
    /// How much has come.
    case received(objects: Int, of: Int, bytes: Int)
    /// The server says something, or something is being worked on.
    case alive
  }

  /// What the mirror has now.
  public struct Outcome: Equatable, Sendable {
    public var branches: Int
    public var tags: Int
    /// Whether anything is other than before.
    public var isNews: Bool
  }

  private let folder: String
  private let address: String
  private let credentials: Credentials
  private let knownHosts: KnownHosts
  private let certificates: String?
  private let heard: @Sendable (Event) -> Void

  /// - Parameters:
  ///   - knownHosts: the keys of servers that are trusted.
  ///   - certificates: a file of certificates that are trusted besides the system's.
  public init(
    folder: String, address: String, credentials: Credentials, knownHosts: KnownHosts, certificates: String?,
    heard: @escaping @Sendable (Event) -> Void
  ) {
    (self.folder, self.address, self.credentials) = (folder, address, credentials)
    (self.knownHosts, self.certificates, self.heard) = (knownHosts, certificates, heard)
  }

  var doing: String { "fetching \(address)" }

  public func perform() throws -> Outcome {
    Libgit2.ready
    let place = MirrorFolder(path: folder)
    try place.prepare(doing)
    if address.hasPrefix("http") { try trust() }
    if address.contains("@") || address.hasPrefix("ssh:") { try knownHosts.offer(in: folder, doing) }
    let mirror = try Repository(ownAt: folder)
    try nameOrigin(of: mirror)
    let tips = try bring(into: mirror)
    let isNews = try place.write(tips, of: mirror, doing)
    return Outcome(
      branches: tips.refs.keys.count { $0.text.hasPrefix(MirrorTips.branches) },
      tags: tips.refs.keys.count { $0.text.hasPrefix(MirrorTips.tags) }, isNews: isNews)
  }

  private static let systemCertificates = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  /// A library that is given one file trusts that alone, so that those of both are in one.
  private func trust() throws {
    let named = ProcessInfo.processInfo.environment["SSL_CERT_FILE"]
    let system = ([named].compactMap(\.self) + Self.systemCertificates).first { access($0, R_OK) == 0 }
    var files = [system].compactMap(\.self)
    if let certificates {
      guard access(certificates, R_OK) == 0 else {
        throw GitError.system(errno, doing, certificates)
      }
      files.append(certificates)
    }
    guard let first = files.first else { return }
    var trusted = first
    if files.count > 1 {
      trusted = folder + "/trusted.pem"
      let whole = files.compactMap { FileManager.default.contents(atPath: $0) }.reduce(Data()) {
        $0 + $1 + [0x0A]
      }
      do { try whole.write(to: URL(fileURLWithPath: trusted), options: .atomic) } catch {
        throw GitError.system(EIO, doing, trusted)
      }
    }
    bothy_read_certificates()
    try Libgit2.check(bothy_git_trust(trusted), doing, at: folder)
  }

  /// By it programs of git's (Git LFS) know where the rest is, and relative addresses of submodules mean
  /// something.
  private func nameOrigin(of mirror: Repository) throws {
    let name = "remote.origin.url"
    guard try GitSettings(of: mirror)[name] != address else { return }
    let settings = try mirror.make(git_config_free, doing) { git_repository_config(&$0, $1) }
    try mirror.check(git_config_set_string(settings.pointer, name, address), doing)
  }

  private func bring(into mirror: Repository) throws -> MirrorTips {
    let talk = RemoteTalk(address: address, credentials: credentials, knownHosts: knownHosts, heard: heard)
    return try withExtendedLifetime(talk) {
      let remote = try mirror.make(git_remote_free, doing) {
        git_remote_create_anonymous(&$0, $1, address)
      }
      var options = git_remote_connect_options()
      git_remote_connect_options_init(&options, UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION))
      talk.prepare(&options.callbacks)
      options.proxy_opts.type = GIT_PROXY_AUTO
      // To another host nobody is led: who it is would get what lets in.
      options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
      try talk.check(git_remote_connect_ext(remote.pointer, GIT_DIRECTION_FETCH, &options), doing)
      heard(.connected)
      let tips = try tips(of: remote, talk)
      try download(remote, talk)
      return tips
    }
  }

  private func tips(of remote: borrowing Handle, _ talk: RemoteTalk) throws -> MirrorTips {
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try talk.check(git_remote_ls(&heads, &count, remote.pointer), doing)
    var tips = MirrorTips()
    for index in 0..<count {
      guard let head = heads?[index]?.pointee, let name = head.name.map({ String(cString: $0) }) else {
        continue
      }
      let id = ObjectID(head.oid)
      if name == "HEAD" {
        tips.head = head.symref_target.map { .branch(String(cString: $0)) } ?? .commit(id)
      } else if MirrorTips.isKept(name) {
        tips.refs[ExactText(name)] = id
      }
    }
    return tips
  }

  private func download(_ remote: borrowing Handle, _ talk: RemoteTalk) throws {
    var options = git_fetch_options()
    git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION))
    talk.prepare(&options.callbacks)
    options.proxy_opts.type = GIT_PROXY_AUTO
    options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
    let pointer = remote.pointer
    let code = Self.withStrings(["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"]) { specs in
      git_remote_download(pointer, specs, &options)
    }
    try talk.check(code, doing)
  }

  private static func withStrings<R>(
    _ texts: [String], _ body: (UnsafePointer<git_strarray>) -> R
  ) -> R {
    var copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeMutableBufferPointer { buffer in
      var array = git_strarray(strings: buffer.baseAddress, count: buffer.count)
      return body(&array)
    }
  }
}
