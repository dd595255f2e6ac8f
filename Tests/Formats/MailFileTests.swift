import Foundation
import Model
import Testing

@testable import Formats

@Suite("How mail leaves")
struct MailFileTests {
  private func server(_ more: String) throws -> MailServer {
    let text = "host: mail.example.org\nfrom: bothy@example.org\n" + more
    guard case .server(let server) = MailFile.read(Array(text.utf8), file: "mail.yaml", folder: "/state")
    else {
      throw Wrong()
    }
    return server
  }

  private struct Wrong: Error {}

  @Test("the documents name all that mail.yaml and serve.yaml may say")
  func documents() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
    func document(_ name: String) throws -> String {
      try String(contentsOf: root.appending(path: "docs/\(name)").standardized, encoding: .utf8)
    }
    for (name, keys) in [("notifications.md", MailFile.keys), ("operations.md", ServeFile.keys)] {
      let text = try document(name)
      for key in keys {
        let isNamed =
          text.contains("\n\(key): ") || text.contains("{\(key): ") || text.contains(", \(key): ")
        #expect(isNamed, "\(key) in \(name)")
      }
    }
    #expect(MailFile.keys.contains("port") && ServeFile.keys.contains("certificate"))
  }

  @Test("it is encrypted unless it says otherwise, and goes to the usual port of its kind")
  func ports() throws {
    #expect(try server("").tls == .starttls)
    #expect(try server("").usualPort == 587)
    #expect(try server("tls: starttls\n").usualPort == 587)
    #expect(try server("tls: tls\n").usualPort == 465)
    #expect(try server("tls: none\n").usualPort == 25)
    #expect(try server("tls: tls\nport: 2525\n").usualPort == 2525)
  }

  @Test("files that it names start where it stands")
  func files() throws {
    let server = try server("user: b\npassword-file: pass/word\nauthority: /etc/ca.pem\n")
    #expect(server.passwordFile == "/state/pass/word" && server.authority == "/etc/ca.pem")
  }
}
