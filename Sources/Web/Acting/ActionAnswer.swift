import Foundation
import HTTP

/// What became of an action, for who asked for it.
enum ActionAnswer {
  private struct Done: Encodable {
    var action: String
    var bot: String?
    var integration: Int?
    var words: String
    var repeated: Bool?
  }

  private struct Refused: Encodable {
    var error: String
    var status: Int32
    var repeated: Bool?
  }

  /// As the command would have ended: 2 is what was asked for, all else what could not be carried out.
  static func code(_ status: Int32) -> Int { status == 0 ? 200 : status == 2 ? 422 : 503 }

  static func json(_ end: ActionEnd, of order: ActionOrder) -> HTTPAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let repeated = end.isRepeated ? true : nil
    let body =
      end.status == 0
      ? try? encoder.encode(
        Done(
          action: order.action.rawValue, bot: order.bot?.rawValue, integration: order.number?.value,
          words: end.words, repeated: repeated))
      : try? encoder.encode(Refused(error: end.words, status: end.status, repeated: repeated))
    return HTTPAnswer(
      code(end.status),
      ContentPolicy.headers() + [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
      .bytes(body.map { Array($0) + [0x0A] } ?? []))
  }
}
