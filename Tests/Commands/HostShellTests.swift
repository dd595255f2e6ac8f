import Model
import Testing

@testable import Commands

@Suite("What may be asked for over ssh")
struct HostShellTests {
  @Test(
    "git's two words and one name are understood, as git and others write them",
    arguments: [
      ("git-upload-pack 'toy.git'", "git-upload-pack toy"), ("git-upload-pack toy", "git-upload-pack toy"),
      ("git-receive-pack '/toy.git'", "git-receive-pack toy"),
      ("git receive-pack 'a.b'", "git-receive-pack a.b"),
      ("git-upload-pack '/toy'", "git-upload-pack toy"),
    ])
  func understood(_ command: String, _ words: String) {
    let asked = HostShell.asked(command)
    #expect(asked.map { "\($0.0.rawValue) \($0.1)" } == words)
  }

  @Test(
    "nothing else is",
    arguments: [
      "", "git-upload-pack", "git-upload-pack ", "git-upload-pack ''", "git-upload-pack '", "id",
      "git-upload-archive 'toy'", "git-upload-pack 'toy' 'x'", "git-upload-pack --x toy",
      "git-upload-pack  'toy'",
      "git-upload-pack '../toy'", "git-upload-pack '//toy'", "git-upload-pack 'a/b'", "git-upload-pack $(id)",
      "git-upload-pack 'toy';id", "git-upload-pack toy\nid", " git-upload-pack 'toy'", "GIT-UPLOAD-PACK toy",
      "git-upload-pack '~/toy'", "git-upload-pack 'toy.git.git'", "git-upload-pack \"toy\"",
      "git-upload-pack '\(String(repeating: "a", count: 61))'",
    ])
  func refused(_ command: String) {
    #expect(HostShell.asked(command) == nil)
  }

  @Test("of a key file its kind and its key are taken, and nothing that sshd would read as more")
  func keys() {
    let key = "AAAAC3NzaC1lZDI1NTE5AAAAIB0000000000000000000000000000000000000000ab"
    #expect(HostKey.key("# mine\nssh-ed25519 \(key) anna@home\n") == "ssh-ed25519 \(key)")
    #expect(HostKey.key("command=\"id\" ssh-ed25519 \(key)") == nil)
    #expect(HostKey.key("ssh-ed25519 \(key)\nssh-ed25519 \(key)\n") == nil)
    #expect(HostKey.key("ssh-ed25519,x \(key)") == nil && HostKey.key("ssh-ed25519 not-a-key") == nil)
    #expect(HostKey.key("-----BEGIN OPENSSH PRIVATE KEY-----\n") == nil && HostKey.key("") == nil)
  }
}
