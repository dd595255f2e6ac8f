import Files
import Foundation
import Passwords

/// What nobody can guess.
package enum Secret {
  private static let bytes = 32

  /// 256 random bits, in letters that an address and a header take as they are.
  package static func make(_ beginning: String = "") -> String {
    var random = SystemRandomNumberGenerator()
    let data = Data((0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    let text = data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return beginning + text.replacing("=", with: "")
  }

  package static func isSame(_ one: String, _ other: String) -> Bool { PasswordHash.isSame(one, other) }

  /// What is kept of it.
  package static func mark(_ secret: String) -> String { SHA256.hex(Array(secret.utf8)) }
}
