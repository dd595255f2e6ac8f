import HTTP
import Model
import Testing

@testable import Web

@Suite("Hooks of forges")
struct HookTests {
  private static let secret = "It's a Secret to Everybody"
  /// GitHub's own example.
  private static let sum = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

  private func isRight(_ headers: [(String, String)], _ body: String = "Hello, World!") -> Bool {
    var request = HTTPRequest(method: "POST", path: Array("/hooks/p".utf8), headers: headers.map { ($0, $1) })
    request.content = Array(body.utf8)
    return HookDesk.isRight(request, Self.secret)
  }

  @Test("a signature of GitHub or Gitea, and the token of GitLab, are right")
  func right() {
    #expect(isRight([("x-hub-signature-256", "sha256=" + Self.sum)]))
    #expect(isRight([("x-gitea-signature", Self.sum), ("x-hub-signature-256", "sha256=" + Self.sum)]))
    #expect(isRight([("x-gitlab-token", Self.secret)]))
  }

  @Test("nothing else is, nor one right word beside a wrong one")
  func wrong() {
    let signed = ("x-hub-signature-256", "sha256=" + Self.sum)
    #expect(!isRight([signed], "Hello, World?"))
    #expect(!isRight([]))
    #expect(!isRight([("x-hub-signature", "sha1=" + Self.sum)]))
    #expect(!isRight([("x-hub-signature-256", "sha256=")]))
    #expect(!isRight([("x-gitlab-token", "")]))
    #expect(!isRight([("x-gitlab-token", Self.secret + "x")]))
    #expect(!isRight([signed, ("x-gitlab-token", "other")]))
    #expect(!isRight([signed, ("x-hub-signature-256", "sha256=00")]))
  }

  @Test("a hook may bring more than an action, and neither without end")
  func size() {
    func isFine(_ path: String, _ bytes: Int) -> Bool {
      Admission.isContentFine(
        HTTPRequest(method: "POST", path: Array(path.utf8), headers: [("content-length", "\(bytes)")]))
    }
    #expect(isFine("/hooks/p", 2 << 20) && !isFine("/hooks/p", 2 << 20 + 1))
    #expect(isFine("/api/bots/p/integrate", 64 << 10) && !isFine("/api/bots/p/integrate", 1 << 20))
  }
}
