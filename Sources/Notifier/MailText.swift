import Files
import Foundation
import Model

/// A mail as it travels (RFC 5322, 2045 to 2047): whatever stands in names and subjects stays in its line.
struct MailText {
  let content: Message.Mail
  let from: MailAddress
  let to: String
  /// The same for each attempt.
  let mark: String
  let date: Date

  var bytes: [UInt8] {
    let boundary = "bothy-\(mark)"
    var lines =
      headers + [
        "MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
      ]
    for (type, text) in [("plain", content.plain), ("html", content.html)] {
      lines += [
        "--\(boundary)", "Content-Type: text/\(type); charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable", "",
      ]
      lines += QuotedPrintable.lines(text)
    }
    return Array((lines + ["--\(boundary)--", ""]).joined(separator: "\r\n").utf8)
  }

  private var headers: [String] {
    let domain = from.address.split(separator: "@").last.map(String.init) ?? "localhost"
    let sender = from.name.map { "\(HeaderText.phrase($0)) <\(from.address)>" } ?? from.address
    let list = Self.atom(content.list)
    return [
      "Date: \(Self.date(date))", "From: \(sender)", "To: \(to)",
      "Subject: \(HeaderText.unstructured(content.subject))", "Message-ID: <\(mark)@\(domain)>",
      // The same for a branch: programs show what refers to one as one conversation.
      "References: <\(Self.atom(content.thread)).thread@\(domain)>",
      "In-Reply-To: <\(Self.atom(content.thread)).thread@\(domain)>",
      "List-Id: <\(list).bothy.\(domain)>", "Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All",
    ]
  }

  private static let mostOfAtom = 180

  /// What may stand in an address of a message, told apart from what else becomes it.
  private static func atom(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || ".-_".unicodeScalars.contains(scalar))
        ? String(scalar) : "=\(String(scalar.value, radix: 16))="
    }.joined()
    guard kept.count > mostOfAtom else { return kept }
    // Long names often differ at their end alone.
    let mark = SHA256.hex(Array(kept.utf8)).prefix(16)
    return "\(kept.prefix(mostOfAtom - 17)).\(mark)"
  }

  private static func date(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss +0000"
    return formatter.string(from: date)
  }
}

/// A text of a header: as it is where it is plain, else in encoded words, so that nothing in it ends a line.
enum HeaderText {
  static func unstructured(_ text: String) -> String {
    isPlain(text) && text.utf8.count <= 200 ? text : encoded(text)
  }

  static func phrase(_ text: String) -> String {
    isPlain(text) && !text.contains("\"") && !text.contains("\\") ? "\"\(text)\"" : encoded(text)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !text.contains("=?")
  }

  /// Words of at most 75 characters, broken between characters, a line each.
  private static func encoded(_ text: String) -> String {
    var words: [String] = []
    var part: [UInt8] = []
    for character in text.unicodeScalars {
      let isControl = character.properties.generalCategory == .control
      let bytes = isControl ? [0x20] : Array(String(character).utf8)
      if part.count + bytes.count > 42 {
        words.append(word(part))
        part = []
      }
      part += bytes
    }
    if !part.isEmpty || words.isEmpty { words.append(word(part)) }
    return words.joined(separator: "\r\n ")
  }

  private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Data(bytes).base64EncodedString())?=" }
}

/// Text in lines of at most 76 characters that any server lets through (RFC 2045).
enum QuotedPrintable {
  static func lines(_ text: String) -> [String] {
    var text = text
    if text.hasSuffix("\n") { text.removeLast() }
    return text.replacingOccurrences(of: "\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).flatMap { line(Array($0.utf8)) }
  }

  private static func line(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var line = ""
    for (index, byte) in bytes.enumerated() {
      let isBlank = byte == 0x20 || byte == 0x09
      let isPlain = isBlank ? index < bytes.count - 1 : byte > 0x20 && byte < 0x7F && byte != 0x3D
      let shown = isPlain ? String(UnicodeScalar(byte)) : "=" + Self.hex(byte)
      if line.utf8.count + shown.utf8.count > 75 {
        lines.append(line + "=")
        line = ""
      }
      line += shown
    }
    return lines + [line]
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}
