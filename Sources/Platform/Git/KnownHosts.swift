import Foundation
import Words

/// The keys of servers that are trusted, as ssh keeps them.
public struct KnownHosts: Sendable {
  private let files: [String]
  /// Where a key that somebody trusts from now on is to be added.
  private let own: String

  public init(files: [String], own: String) { (self.files, self.own) = (files, own) }

  private var lines: [Line] {
    ([own] + files).flatMap { file -> [Line] in
      guard let bytes = FileManager.default.contents(atPath: file) else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
        Line(String($0))
      }
    }
  }

  /// libssh2 is shown them where it looks; one line that it cannot read would have it refuse all.
  func offer(in folder: String, _ doing: String) throws {
    let home = folder + "/ssh-home"
    let kept = lines.filter { !$0.isRevoked && $0.isUnderstood }.map { $0.text + "\n" }.joined()
    do {
      try FileManager.default.createDirectory(atPath: home + "/.ssh", withIntermediateDirectories: true)
      try Data(kept.utf8).write(to: URL(fileURLWithPath: home + "/.ssh/known_hosts"), options: .atomic)
    } catch { throw GitError.system(EIO, doing, home) }
    // It has no other way of being told.
    guard setenv("HOME", home, 1) == 0 else { throw GitError.system(errno, doing, home) }
  }

  /// - Parameter isKnown: what libssh2 says of it.
  func refusal(
    of key: [UInt8], fingerprint: String, host: String, address: String, isKnown: Bool, doing: String
  ) -> GitError? {
    let port = Self.port(of: address)
    let named = port.map { "[\(host)]:\($0)" } ?? host
    let encoded = Data(key).base64EncodedString()
    let lines = lines
    if lines.contains(where: { $0.isRevoked && $0.key == encoded }) {
      return GitError(
        .fetchFailed, doing: doing, wrong: "the key of the server, \(fingerprint), is revoked",
        advice: "ask whoever runs \(host) which key is theirs")
    }
    guard !isKnown else { return nil }
    let kind = Self.kind(of: key) ?? "?"
    let line = ShellWord.quoted("\(named) \(kind) \(encoded)")
    let command = "echo \(line) >> \(ShellWord.quoted(own))"
    let others = lines.filter { !$0.isRevoked && $0.means(named) }
    guard !others.isEmpty else {
      return GitError(
        .fetchFailed, doing: doing,
        wrong: "the key of the server \(named) is not known: \(kind) \(fingerprint)",
        advice: "ask whoever runs it whether that is theirs, and if so: \(command)")
    }
    let isSame = others.contains { $0.kind == kind }
    return GitError(
      .fetchFailed, doing: doing,
      wrong: isSame
        ? "the key of the server \(named) is not the one that is known: \(kind) \(fingerprint); somebody may "
          + "stand between"
        : "the server \(named) has shown a key of another kind than is known: \(kind) \(fingerprint)",
      advice: "ask whoever runs it; if it is theirs, take the former line out of \(own) or "
        + "~/.ssh/known_hosts, and: \(command)")
  }

  private static func port(of address: String) -> Int? {
    guard let start = address.firstRange(of: "://") else { return nil }
    let place = address[start.upperBound...].prefix { $0 != "/" }
    let behind = place.split(separator: "]").last ?? place
    guard let colon = behind.lastIndex(of: ":"), let port = Int(behind[behind.index(after: colon)...]) else {
      return nil
    }
    return port == 22 ? nil : port
  }

  /// The first word of a key says what it is.
  private static func kind(of key: [UInt8]) -> String? {
    guard key.count > 4 else { return nil }
    let count = key[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard (1...64).contains(count), key.count >= 4 + count else { return nil }
    let name = String(decoding: key[4..<4 + count], as: UTF8.self)
    return name.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? name : nil
  }

  private struct Line {
    let text: String
    let isRevoked: Bool
    let hosts: String
    let kind: String
    let key: String

    init?(_ text: String) {
      var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { return nil }
      isRevoked = first == "@revoked"
      // Of a signer of keys nothing follows here: libssh2 knows none.
      if first == "@cert-authority" { return nil }
      if isRevoked { words.removeFirst() }
      guard words.count >= 3 else { return nil }
      (hosts, kind, key, self.text) = (words[0], words[1], words[2], text)
    }

    var isUnderstood: Bool {
      ["ssh-rsa", "ssh-ed25519"].contains(kind) || kind.hasPrefix("ecdsa-sha2-nistp")
    }

    func means(_ host: String) -> Bool {
      if hosts.hasPrefix("|1|") {
        let parts = hosts.split(separator: "|")
        guard parts.count == 3, let salt = Data(base64Encoded: String(parts[1])) else { return false }
        let hash = SHA1.authentication(of: Array(host.utf8), key: Array(salt))
        return Data(hash).base64EncodedString() == parts[2]
      }
      return hosts.split(separator: ",").contains { $0 == host }
    }
  }
}

/// As ssh hides the names of hosts. For nothing else: it is no proof of anything any more.
enum SHA1 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = (0..<16).map { index in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + 4 * index + $1]) }
      }
      for index in 16..<80 {
        words.append(turned(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch index / 20 {
          case 0: (b & c | ~b & d, 0x5A82_7999)
          case 1: (b ^ c ^ d, 0x6ED9_EBA1)
          case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let next = turned(a, 5) &+ mixed &+ e &+ constant &+ words[index]
        (a, b, c, d, e) = (next, a, turned(b, 30), c, d)
      }
      for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }

  /// HMAC.
  static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? hash(key) : key
    let whole = short + Array(repeating: 0, count: 64 - short.count)
    return hash(whole.map { $0 ^ 0x5C } + hash(whole.map { $0 ^ 0x36 } + message))
  }

  private static func turned(_ word: UInt32, _ places: UInt32) -> UInt32 {
    word << places | word >> (32 - places)
  }
}
