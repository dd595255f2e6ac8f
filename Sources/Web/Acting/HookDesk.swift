import Explaining
import Files
import HTTP
package import Model
import People

/// Has a bot's repository looked at when GitHub, Gitea or GitLab say that something was pushed. That it is
/// said twice, or late, does no harm: it is looked, and what is there counts.
package struct HookDesk: Sendable {
  /// What a bot's hook is known by; nil: it has none.
  private let secret: @Sendable (BotID) -> String?
  /// False where a bot has none; found out fast.
  let isThere: @Sendable (BotID) -> Bool
  /// False where nobody watches.
  private let look: @Sendable (BotID) throws -> Bool

  package init(
    isThere: @escaping @Sendable (BotID) -> Bool, secret: @escaping @Sendable (BotID) -> String?,
    look: @escaping @Sendable (BotID) throws -> Bool
  ) {
    (self.isThere, self.secret, self.look) = (isThere, secret, look)
  }

  func answer(_ bot: BotID, _ request: HTTPRequest, _ door: Doorkeeper) throws(Refusal) -> HTTPAnswer {
    guard Self.isSaid(request) else {
      throw Refusal(401, "A hook is called with a signature (GitHub, Gitea) or a token (GitLab).")
    }
    // Whether there is such a bot is told to nobody who does not know its secret.
    guard let secret = secret(bot), Self.isRight(request, secret) else {
      throw door.refusal(ofHookOf: request)
    }
    let isWatched: Bool
    do { isWatched = try look(bot) } catch { throw Refusal(503, Explanation(error).discreet.sentence) }
    guard isWatched else { throw Refusal(503, "Nobody watches: `bothy watch` looks when it is there.") }
    let headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
    return HTTPAnswer(202, ContentPolicy.headers() + headers, .bytes(Array("It is looked at.\n".utf8)))
  }

  private static let signatures = ["x-hub-signature-256", "x-gitea-signature"]
  private static let token = "x-gitlab-token"

  static func isSaid(_ request: HTTPRequest) -> Bool {
    (signatures + [token]).contains { !request.headers($0).isEmpty }
  }

  /// All that is said has to be right, and nothing said twice.
  static func isRight(_ request: HTTPRequest, _ secret: String) -> Bool {
    guard !secret.isEmpty else { return false }
    let signed = signatures.flatMap { request.headers($0) }
    let tokens = request.headers(token)
    let wanted = HMAC.sha256(of: request.content, key: Array(secret.utf8))
    let isSigned = signed.allSatisfy { text in
      let hex = text.lowercased().hasPrefix("sha256=") ? String(text.dropFirst(7)) : text
      return Secret.isSame(wanted, hex.lowercased())
    }
    return isSaid(request) && isSigned && tokens.allSatisfy { Secret.isSame(secret, $0) }
  }
}
