import CGit2
import Foundation

/// What libgit2 asks while it speaks with a server.
final class RemoteTalk {
  private let address: String
  private let credentials: MirrorFetch.Credentials
  private let knownHosts: KnownHosts
  private let heard: @Sendable (MirrorFetch.Event) -> Void
  /// Why we did not go on.
  private var refusal: GitError?
  /// What was tried is not tried again.
  private var tried: Set<UInt32> = []
  private var toldAt: ContinuousClock.Instant?

  init(
    address: String, credentials: MirrorFetch.Credentials, knownHosts: KnownHosts,
    heard: @escaping @Sendable (MirrorFetch.Event) -> Void
  ) {
    (self.address, self.credentials, self.knownHosts, self.heard) = (address, credentials, knownHosts, heard)
  }

  private var doing: String { "fetching \(address)" }

  func prepare(_ callbacks: inout git_remote_callbacks) {
    git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION))
    callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
    callbacks.credentials = { out, _, user, allowed, payload in
      guard let talk = RemoteTalk.of(payload) else { return -1 }
      return talk.give(out, to: user.map { String(cString: $0) }, allowed: allowed)
    }
    callbacks.certificate_check = { certificate, isValid, host, payload in
      guard let talk = RemoteTalk.of(payload), let certificate else { return -1 }
      return talk.judge(certificate, isValid: isValid != 0, host.map { String(cString: $0) } ?? "")
    }
    callbacks.transfer_progress = { progress, payload in
      if let progress { RemoteTalk.of(payload)?.tell(progress.pointee) }
      return 0
    }
    callbacks.sideband_progress = { _, _, payload in
      RemoteTalk.of(payload)?.heard(.alive)
      return 0
    }
  }

  private static func of(_ payload: UnsafeMutableRawPointer?) -> RemoteTalk? {
    payload.map { Unmanaged<RemoteTalk>.fromOpaque($0).takeUnretainedValue() }
  }

  func check(_ code: Int32, _ doing: String) throws {
    guard code < 0 else { return }
    if let refusal { throw refusal }
    let last = git_error_last()
    let said = last.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "error \(code)"
    throw RemoteWords.error(said, code: code, address: address, doing: doing)
  }

  // MARK: Who the server is

  private func judge(_ certificate: UnsafeMutablePointer<git_cert>, isValid: Bool, _ host: String) -> Int32 {
    heard(.connected)
    guard certificate.pointee.cert_type == GIT_CERT_HOSTKEY_LIBSSH2 else { return GIT_PASSTHROUGH.rawValue }
    let key = UnsafeRawPointer(certificate).assumingMemoryBound(to: git_cert_hostkey.self).pointee
    guard let start = key.hostkey, key.type.rawValue & GIT_CERT_SSH_RAW.rawValue != 0 else {
      return GIT_ECERTIFICATE.rawValue
    }
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: key.hostkey_len))
    let print = withUnsafeBytes(of: key.hash_sha256) { Data($0).base64EncodedString() }
    let fingerprint = "SHA256:" + print.prefix { $0 != "=" }
    refusal = knownHosts.refusal(
      of: bytes, fingerprint: fingerprint, host: host, address: address, isKnown: isValid, doing: doing)
    return refusal == nil ? 0 : GIT_ECERTIFICATE.rawValue
  }

  // MARK: Who we are

  private func give(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, to named: String?, allowed: UInt32
  ) -> Int32 {
    let user = named ?? credentials.user ?? "git"
    func isNew(_ kind: git_credential_t) -> Bool {
      allowed & kind.rawValue != 0 && tried.insert(kind.rawValue).inserted
    }
    if isNew(GIT_CREDENTIAL_USERNAME) { return git_credential_username_new(out, user) }
    if isNew(GIT_CREDENTIAL_SSH_KEY) {
      if let file = credentials.keyFile {
        return git_credential_ssh_key_new(out, user, nil, file, credentials.passphrase)
      }
      if credentials.hasAgent { return git_credential_ssh_key_from_agent(out, user) }
    }
    if let password = credentials.password, isNew(GIT_CREDENTIAL_USERPASS_PLAINTEXT) {
      return git_credential_userpass_plaintext_new(out, user, password)
    }
    refusal = refused(user)
    return GIT_EUSER.rawValue
  }

  private func refused(_ user: String) -> GitError {
    let isWeb = address.hasPrefix("http")
    let tried = tried.subtracting([GIT_CREDENTIAL_USERNAME.rawValue])
    let hadNone = credentials.keyFile == nil && credentials.password == nil && !credentials.hasAgent
    let named = isWeb || credentials.keyFile != nil ? "what `access` names" : "a key of the agent"
    let wrong =
      hadNone || tried.isEmpty
      ? "the server wants to know who asks, and nothing is there to say so"
      : "the server does not let \(user) in with \(named)"
    let advice =
      isWeb
      ? "name a secret with a token or a password: `access: {user: NAME, token: SECRET}`"
      : "name a key of ed25519 or ecdsa that the server knows: `access: {key: FILE}`"
    return GitError(.fetchFailed, doing: doing, wrong: wrong, advice: advice)
  }

  // MARK: How far it is

  private func tell(_ progress: git_indexer_progress) {
    // Each object would be a line.
    let now = ContinuousClock.now
    if let toldAt, now - toldAt < .milliseconds(200) { return }
    toldAt = now
    heard(
      .received(
        objects: Int(progress.received_objects), of: Int(progress.total_objects),
        bytes: Int(progress.received_bytes)))
  }
}
