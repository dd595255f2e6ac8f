public import Explaining
import Foundation
public import Model

/// report.json, as the contract has it.
public enum ReportJSON {
  /// Why bytes are no report.
  public struct Failure: Explained, Equatable, Sendable {
    public let doing: String
    public let wrong: String
    public let advice: String
  }

  /// Members in the order of the model, so that two reports can be compared line by line.
  public static func encode(_ report: Report) -> [UInt8] { JSONText.write(report) }

  /// Takes what any Bothy wrote: unknown members are passed over, absent ones read as absent or empty.
  public static func decode(_ bytes: [UInt8]) throws -> Report {
    var report = try WireJSON.decode(Report.self, bytes, knows: Report.currentSchema, by: \.schema) {
      Failure(
        doing: "reading a report", wrong: $0,
        advice: $1 ? WireJSON.newerAdvice : "integrate that commit again to have a new one")
    }
    // An older Bothy wrote the message alone.
    for index in report.tests.cases.indices where !report.tests.cases[index].failures.isEmpty {
      report.tests.cases[index].failures = report.tests.cases[index].failures.map(\.withValues)
    }
    return report
  }
}

/// What report.json and order.json share: dates, and errors in words.
enum WireJSON {
  static let newerAdvice = "use that Bothy, or a newer one"

  /// `failure` makes the error of what is wrong, and of whether a newer Bothy wrote it.
  static func decode<T: Decodable>(
    _ type: T.Type, _ bytes: [UInt8], knows: Int, by schema: (T) -> Int,
    failure: (_ wrong: String, _ isNewer: Bool) -> some Error
  ) throws -> T {
    func newer(_ schema: Int) -> any Error {
      failure("it was written by a newer Bothy (schema \(schema), and this one knows \(knows))", true)
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
      throw failure(error.words, false)
    }
  }

  private struct Schema: Decodable { var schema: Int }
}
