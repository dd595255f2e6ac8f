import Foundation
import Kit
import Model
import Testing

@testable import Commands

@Suite("The end of a certificate")
struct CertificateEndTests {
  @Test("who serves is told of a certificate that ends soon, and of a key that others can read")
  func warned() async throws {
    let scratch = try ScratchFolder("certificate")
    defer { scratch.remove() }
    let (key, file) = (scratch.path + "/ci.key", scratch.path + "/ci.pem")
    let made = try await Command(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "20",
        "-subj", "/CN=localhost", "-keyout", key, "-out", file,
      ]
    ).run()
    try #require(made.status == 0, "\(made.errorText)")
    let pem = try Data(contentsOf: URL(fileURLWithPath: file))
    let end = try #require(CertificateEnd.date(Array(pem)))
    #expect(abs(end.timeIntervalSinceNow - 20 * 86_400) < 3600, "\(end)")
    var settings = ServeSettings()
    #expect(ServeWarnings.of(settings, now: Date()) == [])
    var tls = ServeSettings.TLS()
    (tls.certificate, tls.key) = (file, key)
    settings.tls = tls
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    #expect(ServeWarnings.of(settings, now: Date()) == [])
    #expect(ServeWarnings.of(settings, now: Date() + 10 * 86_400)[0].contains("ends on"))
    #expect(ServeWarnings.of(settings, now: Date() + 30 * 86_400)[0].contains("has ended"))
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    #expect(ServeWarnings.of(settings, now: Date())[0].contains("chmod 600"))
  }

  @Test("what is no certificate has no end, and is read without harm")
  func none() {
    let begin = "-----BEGIN CERTIFICATE-----\n"
    for text in [
      "", "x", begin, begin + "-----END CERTIFICATE-----", begin + "MIIB\n-----END CERTIFICATE-----",
    ] {
      #expect(CertificateEnd.date(Array(text.utf8)) == nil)
    }
    for length in 0..<60 {
      let bytes = [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + Array(repeating: UInt8(0x30), count: length)
      let text = begin + Data(bytes).base64EncodedString() + "\n-----END CERTIFICATE-----"
      #expect(CertificateEnd.date(Array(text.utf8)) == nil)
    }
  }
}
