import Foundation
import Kit
import Model
import State
import Testing

@testable import Integrator

@Suite("What is told and published without secrets")
struct MaskingTests {
  private let masking = Masking([Array("hunter22".utf8)])

  @Test(
    "what is not seen between its letters does not hide it",
    arguments: [
      "\u{1B}[0m", "\u{1B}[38;5;1m", "\u{200B}", "\u{200D}", "\u{AD}", "\u{7}", "\u{1B}", "\t",
      "\u{FEFF}\u{1B}[m",
    ])
  func between(sign: String) {
    let spread = "hunter22".map { String($0) }.joined(separator: sign)
    let masked = masking.masked("a \(spread) z")
    let stars = Array(repeating: "*", count: 8).joined(separator: sign)
    #expect(Array(masked.unicodeScalars) == Array("a \(stars) z".unicodeScalars))
  }

  @Test(
    "base64 and what addresses are spelled with tell no secret either, wherever it lies in them",
    arguments: ["open sesame/+ü", "0123456789abcdef"], ["", "x", "xy", "xyz:"])
  func spelled(secret: String, before: String) {
    let masking = Secrets(values: ["A": secret]).masking
    let whole = Data((before + secret + "!").utf8).base64EncodedString()
    let shown = masking.masked(whole)
    #expect(shown.count { $0 == "*" } >= secret.utf8.count * 4 / 3 - 3, "\(shown)")
    let escaped = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    #expect(!masking.masked("?a=" + escaped).contains("abcdef"))
    #expect(!masking.masked("?a=" + escaped.lowercased()).contains("esame"))
  }

  private static let secret = "open sesame/+ü, and let forty thieves out of it again, all of them one by one"

  /// With so many bytes before it, as tools write base64 in lines.
  private static func wrapped(_ before: Int, columns: Int, by ending: String) -> String {
    let bytes = Data((String(repeating: "x", count: before) + secret + "!!!").utf8)
    let letters = Array(bytes.base64EncodedString())
    let lines = stride(from: 0, to: letters.count, by: columns).map {
      String(letters[$0..<min($0 + columns, letters.count)])
    }
    return "a token: \n" + lines.joined(separator: ending) + ending + "end"
  }

  /// What is left of the letters between the first and the last asterisk.
  private static func left(_ shown: String) -> String {
    guard let first = shown.firstIndex(of: "*"), let last = shown.lastIndex(of: "*") else { return "nothing" }
    let ends: Set<Character> = ["*", "\r", "\n", "\r\n", "\\", "n", "r", " ", "\t"]
    return shown[first...last].filter { !ends.contains($0) }
  }

  @Test(
    "base64 that is broken into lines tells no secret, wherever it lies in them",
    arguments: [8, 10, 64, 76], ["\n", "\r\n", "\\n", "\\r\\n", "\n  ", "\r\n\t"])
  func wrapped(columns: Int, ending: String) {
    let masking = Secrets(values: ["A": Self.secret]).masking
    for before in 0..<80 {
      let text = Self.wrapped(before, columns: columns, by: ending)
      let shown = masking.masked(text)
      #expect(shown.count { $0 == "*" } >= Self.secret.utf8.count * 4 / 3 - 3, "\(before): \(shown)")
      #expect(Self.left(shown).isEmpty && shown.utf8.count == text.utf8.count, "\(before): \(shown)")
    }
  }

  @Test("the same in pieces of any size", arguments: [1, 2, 3, 7, 16, 63, 64, 65, 100])
  func wrappedPieces(size: Int) {
    let masking = Secrets(values: ["A": Self.secret]).masking
    for before in 0..<80 {
      let text = Self.wrapped(before, columns: 76, by: "\r\n")
      var stream = MaskingStream(masking)
      var seen: [UInt8] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { stream.add($0) { seen += $0 } }
      }
      stream.finish { seen += $0 }
      #expect(String(decoding: seen, as: UTF8.self) == masking.masked(text), "\(before)")
    }
  }

  @Test("in a report, where lines are parted by escapes, too")
  func wrappedReport() {
    let masking = Secrets(values: ["A": Self.secret]).masking
    var report = report
    report.notes = [Self.wrapped(50, columns: 64, by: "\n")]
    #expect(Self.left(masking.masked(report).notes[0]).isEmpty)
  }

  @Test("a line that is no base64 is handed on at its end, whatever letter it ends with")
  func notHeld() {
    let masking = Secrets(values: ["A": Self.secret]).masking
    let first = String(decoding: SpelledSecret(Self.secret).base64[0].prefix(1), as: UTF8.self)
    var stream = MaskingStream(masking)
    var seen: [UInt8] = []
    Array("Test Case 'A.b' started at 10:00:00.60\(first)\n".utf8).withUnsafeBytes {
      stream.add($0) { seen += $0 }
    }
    #expect(seen.last == UInt8(ascii: "\n"))
  }

  @Test("digits of a time stay, or a record of an event were none; the same in words do not")
  func numbers() {
    let masking = Secrets(values: ["PIN": "4711"]).masking
    func masked(_ text: String) -> String {
      String(decoding: masking.masked(Array(text.utf8), isJSON: true), as: UTF8.self)
    }
    let time = #"{"instant":{"since1970":1796047113.471123},"text":"a","n":4711}"#
    #expect(masked(time) == time)
    #expect(masked(#"{"text":"PIN 4711,"}"#) == #"{"text":"PIN ****,"}"#)
    #expect(masked(#"{"text":"{\"pin\":4711,\"a\":1}"}"#) == #"{"text":"{\"pin\":****,\"a\":1}"}"#)
    #expect(masking.masked(#""n":4711,"#) == #""n":****,"#)
  }

  @Test("letters that are broken into lines tell no secret, wherever it lies in them", arguments: 1...20)
  func folded(columns: Int) {
    let secret = "open-sesame+0123456789"
    let masking = Secrets(values: ["A": secret]).masking
    for before in 0..<columns {
      for ending in ["\n", "\r\n", "\\n", "\n    "] {
        let letters = Array(String(repeating: "x", count: before) + secret + "!!!")
        let lines = stride(from: 0, to: letters.count, by: columns).map {
          String(letters[$0..<min($0 + columns, letters.count)])
        }
        let shown = masking.masked(lines.joined(separator: ending))
        #expect(shown.count { $0 == "*" } >= secret.count - 1, "\(columns) behind \(before): \(shown)")
        #expect(Self.left(shown).isEmpty, "\(columns) behind \(before): \(shown)")
      }
    }
  }

  @Test("nor do digits of sixteen, in lines or not, nor an address that spells more than it must")
  func otherwiseSpelled() {
    let secret = "open-sesame_0123"
    let masking = Secrets(values: ["A": secret]).masking
    let digits = secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let spaced = secret.utf8.map { String($0, radix: 16) }
    for spelled in [
      digits, digits.uppercased(), String(digits.prefix(20)) + "\n" + digits.dropFirst(20),
      spaced.joined(separator: " "), spaced.joined(separator: ":").uppercased(),
    ] {
      #expect(Self.left(masking.masked("x " + spelled + " y")).isEmpty, "\(masking.masked(spelled))")
    }
    let address = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    #expect(address.contains("%2D") && !masking.masked("?a=" + address).contains("sesame"))
  }

  @Test(
    "nor does an address in any of its parts, nor a form",
    arguments: ["pa ss/word99x", "pa/ss+wörd \"quoted\"-99", "a;b:c@d, e?f#g&h=i%j"])
  func inAddresses(secret: String) {
    let masking = Secrets(values: ["A": secret]).masking
    let end = String(secret.suffix(5))
    var form = URLComponents()
    form.queryItems = [URLQueryItem(name: "a", value: secret)]
    let sets: [CharacterSet] = [
      .urlPathAllowed, .urlQueryAllowed, .urlHostAllowed, .urlUserAllowed, .urlPasswordAllowed,
      .urlFragmentAllowed, .alphanumerics,
    ]
    let spelled =
      sets.compactMap { secret.addingPercentEncoding(withAllowedCharacters: $0) }
      + [URL(fileURLWithPath: "/a/" + secret).absoluteString, form.string ?? ""]
    for text in spelled + spelled.map({ $0.replacing("%20", with: "+") }) {
      let stars = masking.masked(text).count { $0 == "*" }
      #expect(stars >= secret.utf8.count, "\(text): \(masking.masked(text)), \(end)")
    }
  }

  @Test("nor does one with blanks in it, a letter a line", arguments: ["\n", "\r\n", "\\n"])
  func blanks(ending: String) {
    let masking = Secrets(values: ["A": "pa ss-word 99x"]).masking
    let lines = "pa ss-word 99x".map { String($0) }.joined(separator: ending)
    #expect(masking.masked("a" + ending + lines + ending).count { $0 == "*" } == 14)
  }

  @Test("what is seen, or ends the line, parts it", arguments: ["-", " ", "\n", "é", "\\n"])
  func apart(sign: String) {
    let spread = "hunter22".map { String($0) }.joined(separator: sign)
    #expect(masking.masked(spread) == spread)
  }

  @Test("in pieces of any size, with colours between its letters", arguments: 1...12)
  func pieces(size: Int) {
    let spread = "hunter22".map { String($0) }.joined(separator: "\u{1B}[31m")
    let text = Array("a \(spread) b\u{1B}[0m hunt".utf8)
    var stream = MaskingStream(masking)
    var seen: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: size) {
      text[start..<min(start + size, text.count)].withUnsafeBytes { stream.add($0) { seen += $0 } }
    }
    stream.finish { seen += $0 }
    let stars = Array(repeating: "*", count: 8).joined(separator: "\u{1B}[31m")
    #expect(String(decoding: seen, as: UTF8.self) == "a \(stars) b\u{1B}[0m hunt")
  }

  @Test("of two that lie over each other, and of one that begins another, nothing stays")
  func overlapping() {
    let masking = Masking([Array("abcd".utf8), Array("cdefgh".utf8), Array("abcdxyz".utf8)])
    #expect(masking.masked("-abcdefgh-abcdxyz-") == "-********-*******-")
    var stream = MaskingStream(masking)
    var seen: [UInt8] = []
    for byte in "-abcdefgh-abcdxyz-".utf8 {
      withUnsafeBytes(of: byte) { bytes in stream.add(bytes) { seen += $0 } }
    }
    stream.finish { seen += $0 }
    #expect(String(decoding: seen, as: UTF8.self) == "-********-*******-")
  }

  @Test("texts of JSON are masked, its members' names and its escapes are not")
  func json() {
    let text = #"{"hunter22": "x\thunter22", "a": ["h\u001b[0munter22"], "b": "hunter22"}"#
    #expect(
      String(decoding: masking.masked(json: Array(text.utf8), sparesWords: false), as: UTF8.self)
        == #"{"hunter22": "x\t********", "a": ["*\u001b[0m*******"], "b": "********"}"#)
    #expect(
      String(decoding: masking.masked(json: Array(text.utf8), sparesWords: true), as: UTF8.self)
        == #"{"hunter22": "x\t********", "a": ["*\u001b[0m*******"], "b": "hunter22"}"#)
    let escaped = Masking([Array("nabc".utf8)])
    let line = Array(#"["a\nabc"]"#.utf8)
    #expect(escaped.masked(json: line, sparesWords: false) == line)
  }

  private var report: Report {
    var report = Report(
      bot: "hunter22", integration: 1, result: .flaky, reason: "of hunter22", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(timeIntervalSince1970: 1), started: Date(timeIntervalSince1970: 2))
    report.notes = ["Tests left a file: hunter22"]
    return report
  }

  @Test("a report is masked as a whole, but for what tells whose it is")
  func whole() {
    var report = report
    report.commit = Commit(
      id: "hunter22", branch: "hunter22", author: "", email: "", date: report.queued,
      subject: "Rotate hunter22")
    let masked = masking.masked(report)
    #expect(masked.commit?.subject == "Rotate ********" && masked.commit?.branch == "hunter22")
    #expect(masked.reason == "of ********" && masked.notes == ["Tests left a file: ********"])
    #expect(masked.bot == "hunter22" && masked.result == .flaky)
    #expect(Masking.none.masked(report) == report)
  }

  @Test("a secret that is like a word of Bothy's own costs no report")
  func ownWords() {
    let masked = Masking([Array("flaky".utf8), Array("hunter22".utf8), Array("1970".utf8)]).masked(report)
    #expect(masked.result == .flaky && masked.started == report.started)
    #expect(masked.notes == ["Tests left a file: ********"])
  }

  @Test("names are masked as contents are: in notes, the log, progress and the names of files")
  func names() throws {
    let scratch = try ScratchFolder("masking")
    let folder = IntegrationFolder(scratch.path)
    let log = try Log(folder: folder, limitMegabytes: 1, masking: masking)
    let notes = Notes(log: log)
    notes.tell("Tests left a file: h-hunter22")
    notes.add("hunter22 stayed")
    log.write(line: "$ hunter22")
    #expect(notes.all == ["Tests left a file: h-********", "******** stayed"])
    let attachments = Attachments(folder: folder, masking)
    #expect(attachments.keep("my hunter22.txt", [1]) == "attachments/my ********.txt")
    let left = LeftFiles(attachments, globs: [], package: scratch.path)
    let place = try #require(left.place(scratch.path + "/1"))
    let named = scratch.path + "/1/hunter22"
    try FileManager.default.createDirectory(atPath: named, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: named + "/a-hunter22"))
    // Cut in its midst it would be shown in part.
    let long = String(repeating: "l", count: 195) + "hunter22"
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/1/" + long, withDestinationPath: "/")
    left.collect(from: place, attempt: 0, FileOwners(alone: "T.A/testA"))
    notes.tell(left.note ?? "")
    #expect(attachments.kept.map(\.name).sorted() == ["********/a-********", "my ********.txt"])
    #expect(attachments.kept.allSatisfy { !$0.path.contains("hunter") })
    #expect(notes.all.last?.contains("hunt") == false)
    for file in try FileManager.default.subpathsOfDirectory(atPath: scratch.path) {
      #expect(!file.contains("hunter22"))
      let text = FileManager.default.contents(atPath: scratch.path + "/" + file) ?? Data()
      #expect(!String(decoding: text, as: UTF8.self).contains("hunter22"), "\(file)")
    }
  }
}
