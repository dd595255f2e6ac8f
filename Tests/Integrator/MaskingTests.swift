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
    "a secret is masked as it is, in JSON, in Swift's quotes, percent-encoded and in base64",
    arguments: ["open sesame/+ü", "0123456789abcdef", "pa/ss+wörd \"quoted\"-99", "a;b:c@d, e?f#g&h=i%j"])
  func spelled(secret: String) throws {
    let masking = Secrets(values: ["A": secret]).masking
    let json = String(decoding: try JSONEncoder().encode([secret]), as: UTF8.self)
    let sets: [CharacterSet] = [.alphanumerics, .urlQueryAllowed, .urlPathAllowed, .urlUserAllowed]
    let addresses = sets.compactMap { secret.addingPercentEncoding(withAllowedCharacters: $0) }
    for text in [secret, json, secret.debugDescription] + addresses {
      #expect(masking.masked("x \(text) y").count { $0 == "*" } >= secret.utf8.count, "\(text)")
    }
    for before in ["", "x", "xy", "xyz:"] {
      let whole = Data((before + secret + "!").utf8).base64EncodedString()
      let shown = masking.masked(whole)
      #expect(shown.count { $0 == "*" } >= secret.utf8.count * 4 / 3 - 3, "\(shown)")
    }
  }

  @Test("in pieces of any size, and every other byte comes through", arguments: 1...12)
  func pieces(size: Int) {
    let text = Array("a hunter22 b hunt hunter2 hunter22hunt".utf8)
    var stream = MaskingStream(masking)
    var seen: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: size) {
      text[start..<min(start + size, text.count)].withUnsafeBytes { stream.add($0) { seen += $0 } }
    }
    stream.finish { seen += $0 }
    #expect(String(decoding: seen, as: UTF8.self) == "a ******** b hunt hunter2 ********hunt")
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

  @Test("texts of JSON are masked; its members' names, numbers and escapes are not")
  func json() {
    func masked(_ text: String, _ masking: Masking) -> String {
      String(decoding: masking.masked(json: Array(text.utf8)), as: UTF8.self)
    }
    #expect(
      masked(#"{"hunter22": "x\thunter22", "a": ["b hunter22"]}"#, masking)
        == #"{"hunter22": "x\t********", "a": ["b ********"]}"#)
    let line = #"["a\nabc", 1970.5]"#
    #expect(masked(line, Masking([Array("nabc".utf8), Array("1970".utf8)])) == line)
  }

  private var report: Report {
    var report = Report(
      bot: "hunter22", integration: 1, result: .flaky, reason: "of hunter22", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(timeIntervalSince1970: 1), started: Date(timeIntervalSince1970: 2))
    report.notes = ["Tests left a file: hunter22"]
    return report
  }

  @Test("a report is masked as a whole, but for what tells whose it is")
  func whole() throws {
    var report = report
    report.commit = Commit(
      id: "hunter22", branch: "hunter22", author: "", email: "", date: report.queued,
      subject: "Rotate hunter22")
    let masked = try masking.masked(report)
    #expect(masked.commit?.subject == "Rotate ********" && masked.commit?.branch == "hunter22")
    #expect(masked.reason == "of ********" && masked.notes == ["Tests left a file: ********"])
    #expect(masked.bot == "hunter22" && masked.result == .flaky)
    #expect(try Masking.none.masked(report) == report)
  }

  @Test("where a report cannot be read again once it is masked, nothing of it is kept but why")
  func ownWords() throws {
    let masking = Masking([Array("flaky".utf8), Array("hunter22".utf8)])
    #expect(throws: (any Error).self) { try masking.masked(report) }
    let withheld = report.withheld(because: CancellationError())
    #expect(withheld.result == .internalError && withheld.notes.isEmpty && withheld.bot == report.bot)
  }

  @Test("a value that is short, a number, or in the package's own text is refused")
  func refused() throws {
    let scratch = try ScratchFolder("refused")
    try scratch.write("Sources/A.swift", "let it = hunter22()")
    func refusal(_ value: String) throws -> String? {
      try Secrets(values: ["A": value]).refusal(in: scratch.path)
    }
    #expect(try refusal("seven77") == "the value of A has less than 8 letters, too few to be masked")
    #expect(try refusal("20261201") == "the value of A is a number, as times and sizes are")
    #expect(try refusal("hunter22") == "the value of A is in the package's own Sources/A.swift")
    #expect(try refusal("hunter23") == nil)
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
