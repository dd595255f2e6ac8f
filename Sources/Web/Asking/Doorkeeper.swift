import Foundation
package import HTTP
package import Model
package import People

/// By what a request brings along it knows who asks.
package struct Doorkeeper: Sendable {
  private let people: KnownPeople
  private let anonymous: Role

  package init(_ settings: ServeSettings, people: KnownPeople) {
    self.people = people
    anonymous = settings.lets == .reader ? .reader : .nobody
  }

  package var isAnybodyKnown: Bool {
    let book = people.book
    return !book.people.isEmpty || !book.tokens.isEmpty
  }

  package func asker(of request: HTTPRequest) throws(Refusal) -> Asker {
    var asker = Asker(least: anonymous)
    if let token = try token(request) {
      (asker.name, asker.way, asker.rights) = (token.name, .token, token.rights)
    }
    return asker
  }

  private static let mostToken = 200

  /// What says who it is and is not understood is refused: it was not meant to count for nobody's.
  private func token(_ request: HTTPRequest) throws(Refusal) -> AccessToken? {
    let sent = request.headers("authorization")
    guard let first = sent.first else { return nil }
    let parts = first.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard sent.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
      (1...Self.mostToken).contains(parts[1].utf8.count)
    else {
      throw Refusal(401, "A token is sent as `Authorization: Bearer TOKEN`.", asksWho: true)
    }
    guard let known = people.book.token(String(parts[1]), on: Self.today) else {
      throw Refusal(401, "That token is not known, or its time is over.", asksWho: true)
    }
    return known
  }

  private static var today: String { String(Date().formatted(.iso8601).prefix(10)) }
}
