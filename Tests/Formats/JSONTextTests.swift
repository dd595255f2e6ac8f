import Foundation
import Testing

@testable import Formats

@Suite struct JSONTextTests {
  private struct Empty: Codable {}

  private enum Choice: Codable {
    case none
    case one(Int)
    case both(name: String, list: [Empty])
  }

  private class Parent: Encodable {
    private enum Key: String, CodingKey { case first }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .first)
      try list.encode(1)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encodeNil(forKey: .first)
      try list.encode("two")
    }
  }

  private struct Numbers: Encodable {
    var small = Int8.min
    var large = UInt64.max
    var tiny = 1e-300
    var half: Float = 0.5
    var flag = true
    var absent: Int?
  }

  private func object(_ bytes: [UInt8]) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject
  }

  private func expectTheSame(_ value: some Encodable) throws {
    let reference = try object([UInt8](JSONEncoder().encode(value)))
    #expect(try object(JSONText.write(value)) == reference)
    let line = JSONText.write(value, .line)
    #expect(try object(line) == reference)
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test("any value is written as Foundation has it: enums, dictionaries, nested containers, what is empty")
  func sameAsFoundation() throws {
    try expectTheSame([
      Choice.none, .one(1), .both(name: "a", list: [Empty(), Empty()]), .both(name: "", list: []),
    ])
    try expectTheSame(["a": ["b\"\n": [1.5, -0.25]], "": [:]])
    try expectTheSame([[[Int]]]([[], [[]], [[1], [2, 3]]]))
    try expectTheSame(Parent())
    try expectTheSame([Numbers()])
    try expectTheSame("text \u{1}\u{7f}𝄞")
    try expectTheSame(17)
    try expectTheSame([Optional<String>.none, "x"])
  }

  @Test("an object of whole numbers alone stands on one line, any other does not")
  func layout() {
    struct Place: Encodable { var line = 1, column = 2 }
    struct Named: Encodable { var line = 1, column = 2, name = "a,b" }
    struct Both: Encodable { var places = [Place()], named = Named() }
    let text = String(decoding: JSONText.write(Both()), as: UTF8.self)
    #expect(
      text == """
        {
          "places": [
            {"line": 1, "column": 2}
          ],
          "named": {
            "line": 1,
            "column": 2,
            "name": "a,b"
          }
        }

        """)
  }
}
