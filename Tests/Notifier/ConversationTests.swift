import Foundation
import Kit
import Model
import StateKit
import Testing

@testable import Notifier

/// What programs of mail show as one conversation: all that refers to the same message.
@Suite("A branch is one conversation")
struct ConversationTests {
  private static let every = [
    Bot.Trigger(act: .email(to: ["team@example.org", "ada@example.org"], report: .every, committers: false))
  ]

  /// Each mail's value of a header.
  private static func header(_ name: String, _ mail: MailBox.Mail) -> String? {
    let head = mail.text.prefix(upTo: mail.text.firstRange(of: "\r\n\r\n")?.lowerBound ?? mail.text.endIndex)
    let lines = head.replacing("\r\n ", with: " ").split(separator: "\r\n")
    return lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  private static let long = String(repeating: "ü/", count: 40)

  @Test("all mails of a branch refer to one root, those of another branch, bot or report to another")
  func roots() async throws {
    let scratch = try ScratchFolder("conversation")
    defer { scratch.remove() }
    try await MailBox.run(in: scratch) { box in
      let world = try MailTests().world(box)
      // Those that follow each other could be taken for one.
      let talks: [(bot: BotID, branch: BranchName?)] = [
        ("parser", "main"), ("parser", "main"), ("parser", "fix"), ("parser", "fix.main"),
        ("parser.fix", "main"), ("parser", "Main"), ("parser", "fix/main"), ("parser", "fix-main"),
        ("parser", "detached"), ("parser", nil), ("parser", "daily"),
        ("parser", BranchName(Self.long + "a")), ("parser", BranchName(Self.long + "b")),
      ]
      for (index, talk) in talks.enumerated() {
        let told = try world.tell(Self.every, of: talk.bot, hour: index)
        var order = told.1
        order.branch = talk.branch
        #expect(try world.telling.end(told.0, order) == 2)
      }
      _ = try await world.send()
      var settings = Bot(name: "Parser", repository: "/r")
      settings.schedule.timeZone = "UTC"
      settings.triggers = [
        Bot.Trigger(act: .email(to: ["team@example.org"], report: .daily, committers: false))
      ]
      var telling = world.telling
      for day in [1.0, 2] {
        telling.now = HistoryWorld.began.addingTimeInterval(day * 24 * 3600)
        try telling.digest("parser", settings)
        _ = try world.tell([], hour: Int(day) * 24)
      }
      _ = try await world.send()
      let mails = try box.mails()
      try #require(mails.count == 2 * talks.count + 2)
      for mail in mails {
        let root = try #require(Self.header("References", mail))
        #expect(Self.header("In-Reply-To", mail) == root)
        #expect(root.wholeMatch(of: /<[!-;=?-~]+@example\.org>/) != nil && root.utf8.count < 250, "\(root)")
      }
      #expect(Set(mails.map { Self.header("Message-ID", $0) }).count == mails.count)
      let roots = mails.map { Self.header("References", $0) ?? "" }
      #expect(roots.allSatisfy { root in !mails.contains { Self.header("Message-ID", $0) == root } })
      // Two readers of each; those of `main` came twice.
      let told = stride(from: 0, to: 2 * talks.count, by: 2).map { index -> String in
        #expect(roots[index] == roots[index + 1])
        return roots[index]
      }
      #expect(told[0] == told[1])
      #expect(Set(told).count == talks.count - 1, "\(told)")
      let digests = roots.suffix(2)
      #expect(Set(digests).count == 1 && !told.contains(digests[digests.startIndex]), "\(roots)")
    }
  }
}
