internal import CCrypt
public import Explaining
import Synchronization

/// What is kept of a password: by libcrypt's yescrypt, which takes much memory and time for each guess.
public enum PasswordHash {
  /// Longer ones are cut off by some libraries.
  public static let mostBytes = 500
  private static let size = 384
  /// Each takes megabytes: one after the other.
  private static let turn = Mutex(())

  public static func make(_ password: String) throws(Explanation) -> String {
    guard bothy_crypt_is_there() != 0 else {
      throw Explanation(
        doing: "keeping a password", wrong: "libcrypt could not be loaded",
        advice: "install it (Debian: libcrypt1)")
    }
    let setting = text { bothy_crypt_setting($0, Int32($1)) }
    guard let setting, let made = hash(password, by: setting) else {
      throw Explanation(
        doing: "keeping a password", wrong: "this machine's libcrypt has no yescrypt",
        advice: "install a newer one (Debian: libcrypt1)")
    }
    return made
  }

  public static func fits(_ password: String, _ kept: String) -> Bool {
    guard let made = hash(password, by: kept) else { return false }
    return isSame(made, kept)
  }

  /// In a time that does not tell where they differ.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(_ password: String, by setting: String) -> String? {
    guard password.utf8.count <= mostBytes, !password.utf8.contains(0) else { return nil }
    return turn.withLock { _ in text { bothy_crypt_hash(password, setting, $0, $1) } }
  }

  private static func text(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      guard let start = buffer.baseAddress, write(start, size) != 0 else { return nil }
      return String(cString: start)
    }
  }
}
