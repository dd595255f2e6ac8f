import Foundation
import HTTP
import Model
import Words

/// What a request brings along, as names and words: JSON, or what a form sends.
struct SentFields {
  var fields: [String: String]
  /// It came as browsers send forms, also those of other sites.
  var isForm = false

  init(_ request: HTTPRequest, most: Int = 30, mostWord: Int = 4000) throws(Refusal) {
    let types = request.headers("content-type")
    let kind = types.first.map { type in
      String(type.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
    }
    switch kind {
    case nil where request.content.isEmpty: fields = [:]
    case "application/json": fields = request.content.isEmpty ? [:] : try Self.json(request.content)
    case "application/x-www-form-urlencoded": (fields, isForm) = (try Self.form(request.content), true)
    default:
      throw Refusal(415, "What is sent is JSON (`Content-Type: application/json`).")
    }
    guard types.count < 2, fields.count <= most,
      fields.allSatisfy({ name, value in
        name.utf8.count <= 100 && value.utf8.count <= mostWord
          && !value.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\r" && $0 != "\t" }
      })
    else {
      throw Refusal(400, "What was sent has too many words, too long ones, or some that cannot be seen.")
    }
  }

  /// Those that the action takes; whatever else there is was meant for something.
  func only(of action: ServedAction) throws(Refusal) -> [String: String] {
    for name in fields.keys.sorted() where !action.fields.contains(name) {
      let near = Nearest.meant(by: name, among: action.fields).map { ": did you mean `\($0)`?" }
      let takes =
        action.fields.isEmpty ? "it takes nothing" : "it takes \(action.fields.joined(separator: ", "))"
      throw Refusal(400, "`\(name)` is nothing for \(action.doing)\(near ?? "; \(takes).")")
    }
    for (name, value) in fields where value.utf8.count > ServedAction.mostBytes(of: name) {
      throw Refusal(400, "`\(name)` has \(ServedAction.mostBytes(of: name)) bytes at most.")
    }
    return fields
  }

  mutating func take(_ name: String) -> String? { fields.removeValue(forKey: name) }

  private static func json(_ bytes: [UInt8]) throws(Refusal) -> [String: String] {
    let wrong = Refusal(400, "What was sent is no JSON object of words, numbers, true and false.")
    guard let values = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)) else { throw wrong }
    return values.compactMapValues(\.words)
  }

  private struct Value: Decodable {
    /// Nil: null.
    var words: String?

    init(from decoder: any Decoder) throws {
      let box = try decoder.singleValueContainer()
      if box.decodeNil() {
        words = nil
      } else if let flag = try? box.decode(Bool.self) {
        words = flag ? "true" : nil
      } else if let number = try? box.decode(Int.self) {
        words = "\(number)"
      } else {
        words = try box.decode(String.self)
      }
    }
  }

  /// A field that was left empty was not filled in.
  private static func form(_ bytes: [UInt8]) throws(Refusal) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(halves[0]), let value = decoded(halves.count > 1 ? halves[1] : []),
        fields[name] == nil
      else { throw Refusal(400, "That form is not understood.") }
      if !value.isEmpty { fields[name] = value }
    }
    return fields
  }

  static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        text.append(0x20)
      } else if byte == UInt8(ascii: "%") {
        let digits = [rest.popFirst(), rest.popFirst()].compactMap { $0 }
        guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
          digits[0] != UInt8(ascii: "+")
        else { return nil }
        text.append(value)
      } else {
        text.append(byte)
      }
    }
    return String(validating: text, as: UTF8.self)
  }
}
