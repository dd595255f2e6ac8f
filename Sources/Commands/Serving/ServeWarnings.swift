import Files
import Foundation
import Model
import Words

/// What whoever serves should know in time.
enum ServeWarnings {
  private static let secondsBefore = 14.0 * 24 * 3600

  /// A sentence for each.
  static func of(_ settings: ServeSettings, now: Date) -> [String] {
    guard let tls = settings.tls else { return [] }
    var warnings: [String] = []
    if let bytes = try? SettingsFile.read(tls.certificate, limit: 1 << 20),
      let end = CertificateEnd.date(bytes), end.timeIntervalSince(now) < secondsBefore
    {
      let word = end < now ? "has ended" : "ends"
      warnings.append("the certificate \(tls.certificate) \(word) on \(Moment.second(end)): renew it")
    }
    if let mode = FileFacts(tls.key)?.mode, mode & 0o077 != 0 {
      warnings.append(
        "others of this machine can read or change the certificate's key \(tls.key): "
          + "`\(ShellWord.line(["chmod", "600", tls.key]))` keeps it to its owner")
    }
    return warnings
  }
}
