import Explaining
import Foundation
public import Model

/// report.json: every key is there, with `null` where nothing is known.
public enum ReportJSON {
  /// Members in the order of the model, so that two reports can be compared line by line.
  public static func encode(_ report: Report) -> [UInt8] { JSONText.write(report) }

  /// Takes what any Bothy wrote: unknown members are passed over, absent ones read as absent or empty.
  public static func decode(_ bytes: [UInt8]) throws -> Report {
    try WireJSON.decode(
      Report.self, bytes, knows: Report.currentSchema, by: \.schema, doing: "reading a report",
      advice: "integrate that commit again to have a new one")
  }
}

/// What report.json and order.json share: dates, and errors in words.
enum WireJSON {
  static func decode<T: Decodable>(
    _ type: T.Type, _ bytes: [UInt8], knows: Int, by schema: (T) -> Int, doing: String, advice: String
  ) throws -> T {
    func newer(_ schema: Int) -> Explanation {
      Explanation(
        doing: doing,
        wrong: "it was written by a newer Bothy (schema \(schema), and this one knows \(knows))",
        advice: "use that Bothy, or a newer one")
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Timestamp.read(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "`\(text)` is no time")
      }
      return date
    }
    do {
      let value = try decoder.decode(type, from: Data(bytes))
      if schema(value) > knows { throw newer(schema(value)) }
      return value
    } catch let error as DecodingError {
      // A newer one may look quite different.
      let schema = (try? decoder.decode(Schema.self, from: Data(bytes)))?.schema
      if let schema, schema > knows { throw newer(schema) }
      throw Explanation(doing: doing, wrong: error.words, advice: advice)
    }
  }

  private struct Schema: Decodable { var schema: Int }
}
