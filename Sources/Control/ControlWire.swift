public import Explaining
import Foundation

/// Requests and replies as lines.
public enum ControlWire {
  /// Grows when the words change their meaning.
  private static let version = 2

  private struct Envelope<Body: Codable>: Codable {
    var bothy: Int
    var body: Body?
  }

  private struct Version: Codable { var bothy: Int }

  /// A request or a reply.
  public static func line(_ body: some Codable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(Envelope(bothy: version, body: body)) else {
      preconditionFailure("a request or a reply is always representable")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public static func request(_ line: String) throws(Explanation) -> ControlRequest {
    try decode(line, doing: "reading what was asked of the watcher")
  }

  public static func reply(_ line: String) throws(Explanation) -> ControlReply {
    try decode(line, doing: "reading what the watcher answered")
  }

  private static func decode<Body: Codable>(_ line: String, doing: String) throws(Explanation) -> Body {
    let bytes = Data(line.utf8)
    if let envelope = try? JSONDecoder().decode(Envelope<Body>.self, from: bytes),
      envelope.bothy == version, let body = envelope.body
    {
      return body
    }
    let other = (try? JSONDecoder().decode(Version.self, from: bytes)).map { $0.bothy != version } ?? false
    throw Explanation(
      doing: doing,
      wrong: other
        ? "the watcher and the command are of different versions of Bothy" : "it is not understood",
      advice: "restart the watcher, so that both are the same Bothy", status: 5)
  }
}
