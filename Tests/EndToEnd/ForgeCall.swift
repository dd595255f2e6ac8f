import Foundation
import Kit

/// A call of a hook as a forge makes it: its headers, a body of its size, and its signature by openssl.
struct ForgeCall: Sendable {
  /// Besides the signatures.
  var headers: [String]
  /// Each takes the hex of a digest of the body.
  var signatures: [(header: String, digest: String)]

  static let gitHub = ForgeCall(
    headers: [
      "User-Agent: GitHub-Hookshot/044aadd", "Accept: */*", "Content-Type: application/json",
      "X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958", "X-GitHub-Event: push",
      "X-GitHub-Hook-ID: 292430182", "X-GitHub-Hook-Installation-Target-ID: 79929171",
      "X-GitHub-Hook-Installation-Target-Type: repository",
    ], signatures: [("X-Hub-Signature: sha1=", "sha1"), ("X-Hub-Signature-256: sha256=", "sha256")])

  static let gitea = ForgeCall(
    headers: [
      "User-Agent: Go-http-client/1.1", "Accept-Encoding: gzip", "Content-Type: application/json",
      "X-Gitea-Delivery: f6266f16-1bf3-46a5-9ea4-602e06ead473", "X-Gitea-Event: push",
      "X-Gitea-Event-Type: push", "X-Gogs-Delivery: f6266f16-1bf3-46a5-9ea4-602e06ead473",
      "X-Gogs-Event: push", "X-GitHub-Delivery: f6266f16-1bf3-46a5-9ea4-602e06ead473",
      "X-GitHub-Event: push", "X-GitHub-Event-Type: push",
    ],
    signatures: [
      ("X-Gitea-Signature: ", "sha256"), ("X-Gogs-Signature: ", "sha256"),
      ("X-Hub-Signature: sha1=", "sha1"), ("X-Hub-Signature-256: sha256=", "sha256"),
    ])

  /// What was answered, and its status at the end.
  func send(to port: Int, _ bot: String, secret: String, in scratch: ScratchFolder) async throws -> String {
    let body = scratch.path + "/payload.json"
    let commits = (1...40).map { #"{"id": "\#($0)", "message": "Ünïcode \#($0)", "added": ["a", "b"]}"# }
    let payload = #"{"ref": "refs/heads/main", "commits": [\#(commits.joined(separator: ", "))]}"#
    try Data(payload.utf8).write(to: URL(fileURLWithPath: body))
    let signed = try signatures.map { header, digest in
      let sum = try Command(
        "openssl", ["dgst", "-r", "-\(digest)", "-hmac", secret, body], in: scratch.url
      ).runHere()
      return header + sum.outputText.prefix { $0 != " " }
    }
    let end = try await Command(
      "curl",
      ["-sS", "--noproxy", "*", "--data-binary", "@\(body)", "-w", " %{http_code}"]
        + (headers + signed).flatMap { ["-H", $0] } + ["http://localhost:\(port)/hooks/\(bot)"],
      in: scratch.url
    ).run()
    return end.outputText + end.errorText
  }
}
