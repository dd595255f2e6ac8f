import Explaining
import Files
import Foundation
import Git
import Model
import People
import State
import Terminal
import Words

/// What is hosted, a line each.
struct HostList {
  let state: StateFolder
  let output: Output

  struct Row: Encodable {
    var name: String
    var path: String
    var created: Date
    var retired: Date?
    var branches: [String]
    var protected: [String]
    var bytes: Int
    var lastPush: HostedPush?
    /// Who may push, and who may only clone: people and tokens.
    var pushes: [String]
    var clones: [String]
  }

  func perform(json: Bool) throws {
    let rows = try rows()
    guard !json else {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      output.write(String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n")
      return
    }
    guard !rows.isEmpty else {
      output.write("Nothing is hosted here yet; `bothy host create NAME` makes a repository.\n")
      return
    }
    let living = rows.filter { $0.retired == nil }
    for row in living { output.write(text(row)) }
    let retired = rows.filter { $0.retired != nil }
    guard !retired.isEmpty else { return }
    let names = retired.map { "\($0.name) (\(Figures.bytes($0.bytes)))" }
    output.write("Retired: \(names.joined(separator: ", "))\n")
  }

  private func text(_ row: Row) -> String {
    let branches =
      row.branches.isEmpty
      ? "nothing pushed yet"
      : row.branches.prefix(5).joined(separator: ", ")
        + (row.branches.count > 5 ? " and \(row.branches.count - 5) more" : "")
    let push = row.lastPush.map { push in
      "last push \(Moment.local(push.at))" + (push.who.map { " by \($0)" } ?? "")
    }
    let who = row.pushes.isEmpty ? "nobody may push" : "push: \(row.pushes.joined(separator: ", "))"
    let readers = row.clones.isEmpty ? nil : "clone: \(row.clones.joined(separator: ", "))"
    let facts = [branches, Figures.bytes(row.bytes), push, who, readers].compactMap(\.self)
    return "\(row.name)  \(facts.joined(separator: "; "))\n"
  }

  func rows() throws -> [Row] {
    let book = try PeopleFile(state).read()
    let rights =
      book.people.map { ($0.name, $0.rights) } + book.tokens.map { ("\($0.name) (token)", $0.rights) }
    return try HostedRepository.all(state).map { hosted in
      let record = try hosted.record(doing: "listing what is hosted")
      let repository = try? Repository(at: Repository.find(from: hosted.path))
      func who(_ holds: (Role) -> Bool) -> [String] {
        rights.filter { holds($0.1.role(for: hosted.name.bot)) }.map(\.0).sorted()
      }
      return Row(
        name: hosted.name.text, path: hosted.path, created: record.created, retired: record.retired,
        branches: (try? repository?.branches().map(\.name)) ?? [], protected: record.protected,
        bytes: DiskUsage(of: [hosted.path]).bytes, lastPush: hosted.lastPush,
        pushes: who { $0 >= GitAccess.receive.role },
        clones: who { $0 >= GitAccess.upload.role && $0 < GitAccess.receive.role })
    }
  }
}
