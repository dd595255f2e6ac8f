import Foundation
import Glibc
import Kit
import Testing

@testable import Sockets

@Suite("What a supervisor is told")
struct SupervisorTests {
  /// The messages that arrive at a datagram socket while `body` runs.
  private func messages(at path: [UInt8], _ body: () -> Void) throws -> [String] {
    let socket = try LocalSocket(SOCK_DGRAM)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.number, $0, size) }
    }
    try #require(bound == 0)
    body()
    var messages: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
      messages.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    return messages
  }

  @Test("readiness, well-being, reloading and the end, at a file and at a name of no file")
  func told() throws {
    let scratch = try ScratchFolder("notify")
    defer { scratch.remove() }
    let name = "bothy-test-\(UUID().uuidString)"
    for (variable, path) in [
      (scratch.path + "/n", Array((scratch.path + "/n").utf8) + [0]), ("@" + name, [0] + Array(name.utf8)),
    ] {
      let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": variable]))
      let heard = try messages(at: path) {
        supervisor.isReady("20 bots\nall well")
        supervisor.isWell("idle")
        supervisor.isReloading()
        supervisor.isStopping("waits")
      }
      #expect(heard.count == 4)
      #expect(heard.first == "READY=1\nSTATUS=20 bots all well")
      #expect(heard.dropFirst().first == "WATCHDOG=1\nSTATUS=idle")
      #expect(heard.dropFirst(2).first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
      #expect(heard.last == "STOPPING=1\nSTATUS=waits")
    }
  }

  @Test("nobody to tell, and a supervisor that is gone")
  func nobody() {
    #expect(Supervisor(environment: [:]) == nil)
    #expect(Supervisor(environment: ["NOTIFY_SOCKET": "vsock:2:1"]) == nil)
    Supervisor(environment: ["NOTIFY_SOCKET": "/no/where"])?.isReady("still here")
    Supervisor(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 300)])?.isReady("here")
  }

  @Test("the watchdog counts for the process that it is meant for")
  func watchdog() {
    var environment = ["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "30000000"]
    #expect(Supervisor(environment: environment)?.watchdogSeconds == 30)
    environment["WATCHDOG_PID"] = "\(getpid())"
    #expect(Supervisor(environment: environment)?.watchdogSeconds == 30)
    environment["WATCHDOG_PID"] = "1"
    #expect(Supervisor(environment: environment)?.watchdogSeconds == nil)
  }
}
