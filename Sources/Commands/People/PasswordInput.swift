import Explaining
import Files
import Keys
import Passwords

/// From where a password comes: never from the command line, which others of this machine can read.
struct PasswordInput {
  /// What somebody types after a question.
  let ask: (String) -> String?
  /// They may mistype what they do not see.
  let asksTwice: Bool

  static let leastCharacters = 8

  static var terminal: PasswordInput {
    PasswordInput(
      ask: { question in
        Output.error.write(question)
        return HiddenLine.read()
      }, asksTwice: true)
  }

  /// The first line of standard input.
  static var lines: PasswordInput { PasswordInput(ask: { _ in readLine() }, asksTwice: false) }

  /// What is to be kept of it; nil where there is none.
  func make(for name: String, doing: String) throws -> String? {
    guard let password = ask("Password of \(name) (empty: none): ") else {
      throw Explanation(
        doing: doing, wrong: "no password came", advice: "type one, or write it to standard input",
        status: 2)
    }
    guard !password.isEmpty else { return nil }
    guard password.count >= Self.leastCharacters, password.utf8.count <= PasswordHash.mostBytes else {
      throw Explanation(
        doing: doing,
        wrong: "the password has less than \(Self.leastCharacters) characters, or more than "
          + "\(PasswordHash.mostBytes) bytes", advice: "take another one", status: 2)
    }
    if asksTwice, ask("The same once more: ") != password {
      throw Explanation(
        doing: doing, wrong: "the two passwords differ", advice: "try again", status: 2)
    }
    return try PasswordHash.make(password)
  }
}
