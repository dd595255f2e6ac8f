package import Model
import Passwords

/// Whether somebody is who they say, by their password.
package struct SignIn: Sendable {
  package enum Answer: Equatable, Sendable {
    case person(Person)
    case wrong
    case later(seconds: Double)
  }

  private let slowing: SlowingDown
  /// An unknown name takes as long as a known one.
  private let decoy: String

  package init(slowing: SlowingDown = SlowingDown()) {
    self.slowing = slowing
    decoy = (try? PasswordHash.make(Secret.make())) ?? ""
  }

  package func check(
    name: String, password: String, address: String?, in book: PeopleBook, now: Double
  ) -> Answer {
    if let seconds = slowing.seconds(name: name, address: address, now: now) {
      return .later(seconds: seconds)
    }
    let person = book.person(name)
    let fits = PasswordHash.fits(password, person?.password ?? decoy)
    guard let person, person.password != nil, fits else {
      slowing.wasWrong(name: name, address: address, now: now)
      return .wrong
    }
    slowing.wasRight(name: name)
    return .person(person)
  }
}
