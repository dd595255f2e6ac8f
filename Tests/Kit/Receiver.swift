import Foundation

/// A real HTTP receiver, which answers as it is told and keeps what it got.
public struct Receiver: Sendable {
  private let folder: URL
  public let port: Int

  public struct Request: Sendable, Codable {
    public var path: String
    /// By their names in small letters.
    public var headers: [String: String]
    public var body: String
    public var answer: String
  }

  /// For as long as the body takes. At a port of its own, unless one is named.
  public static func run(
    in scratch: ScratchFolder, port: Int? = nil, _ body: @escaping @Sendable (Receiver) async throws -> Void
  ) async throws {
    let folder = try Servers.folder("receiver", in: scratch)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Servers/receiver.py").path
    _ = try await Command(
      "/usr/bin/python3", [script, folder.path, "\(port ?? 0)"], in: folder, limitSeconds: 600
    ).run { id in
      defer { kill(id, SIGKILL) }
      try await body(Receiver(folder: folder, port: Servers.port(in: folder)))
    }
  }

  /// How the next ones are answered: a status, "drop", "slow", or "hold" until they are released.
  public func answer(_ answers: String...) throws { try answer(answers) }

  public func answer(_ answers: [String]) throws {
    try Data(answers.joined(separator: "\n").utf8).write(to: folder.appending(path: "answers"))
  }

  /// Those that are held are answered.
  public func release() throws { try Data().write(to: folder.appending(path: "release")) }

  public func requests() throws -> [Request] {
    let file = folder.appending(path: "requests")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
  }
}
