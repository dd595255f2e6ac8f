import Explaining
import Foundation
public import Model

/// order.json: what `bothy perform` is asked to do.
public enum OrderJSON {
  public static func encode(_ order: Order) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.write(date))
    }
    do {
      return [UInt8](try encoder.encode(order)) + [UInt8(ascii: "\n")]
    } catch EncodingError.invalidValue(let value, _) {
      throw Explanation(
        doing: "writing an order", wrong: "`\(value)` is no number that can be written",
        advice: "look for it in the bot file")
    }
  }

  public static func decode(_ bytes: [UInt8]) throws -> Order {
    try WireJSON.decode(
      Order.self, bytes, knows: Order.currentSchema, by: { $0.schema ?? 1 }, doing: "reading order.json",
      advice: "let the same Bothy write and perform it")
  }
}
