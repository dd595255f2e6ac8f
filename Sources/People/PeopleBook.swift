package import Explaining
import Files
import Foundation
package import Model
import Passwords
import Processes
package import State
import Words

/// Who is known: people with what is kept of their passwords, and tokens of programs.
package struct PeopleBook: Codable, Equatable, Sendable {
  package var version = 1
  package var people: [Person] = []
  package var tokens: [AccessToken] = []

  package init() {}

  package func person(_ name: String) -> Person? { people.first { $0.name == name } }

  /// The program that sent this, where its time is not over.
  package func token(_ secret: String, on day: String) -> AccessToken? {
    let mark = Secret.mark(secret)
    return tokens.first { PasswordHash.isSame($0.mark, mark) && !$0.isOver(on: day) }
  }

  /// The person's place, where there is one.
  package func place(of name: String, doing: String) throws(Explanation) -> Int {
    if let place = people.firstIndex(where: { $0.name == name }) { return place }
    let near = Nearest.meant(by: name, among: people.map(\.name))
    throw Explanation(
      doing: doing, wrong: "nobody is known by the name `\(name)`",
      advice: near.map { "did you mean `\($0)`?" } ?? "`bothy user list` lists who is", status: 2)
  }
}

/// The file that holds it: whole or as before, one writer after the other, and nobody else's to read.
package struct PeopleFile: Sendable {
  private let path: String
  private let lock: String

  private static let limit = 8 << 20
  private static let secondsOfWaiting = 20.0

  package init(_ state: StateFolder) { (path, lock) = (state.people, state.peopleLock) }

  var facts: FileFacts? { FileFacts(path) }

  package func read() throws -> PeopleBook {
    let doing = "reading who is known in \(path)"
    let bytes: [UInt8]
    do { bytes = try SettingsFile.read(path, limit: Self.limit) } catch {
      guard !error.isMissing else { return PeopleBook() }
      throw Explanation(doing: doing, wrong: error.sentence, advice: "let its owner read it, and it alone")
    }
    do {
      let book = try Self.decoder.decode(PeopleBook.self, from: Data(bytes))
      guard book.version == PeopleBook().version else {
        throw Explanation(
          doing: doing, wrong: "a newer Bothy wrote it", advice: "use that one, or put the file aside")
      }
      return book
    } catch let error as DecodingError {
      throw Explanation(
        doing: doing, wrong: error.words, advice: "bring it back from a backup, or put it aside")
    }
  }

  /// What two ask for at once is done one after the other.
  package func change<Told>(_ body: (inout PeopleBook) throws -> Told) throws -> Told {
    let deadline = Date() + Self.secondsOfWaiting
    guard let held = try FileLock.wait(for: lock, while: { Date() < deadline }) else {
      throw Explanation(
        doing: "changing who is known in \(path)", wrong: "another process has held its lock for long",
        advice: "end that one, then try again")
    }
    defer { withExtendedLifetime(held) {} }
    var book = try read()
    let told = try body(&book)
    try publish(Array(try Self.encoder.encode(book)), as: path, mode: 0o600)
    return told
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
