import Foundation
import Kit
import Testing

@Suite("Comparing a report with what must hold of it")
struct MatchTests {
  @Test(
    "what is written and holds gives no difference",
    arguments: [
      (#"{}"#, #"{"a": 1}"#),
      (#"{"a": {"b": null}}"#, #"{"a": {"b": null, "c": 2}}"#),
      (#"{"?a": 1}"#, #"{}"#),
      (#"{"cases": {"x": {"line": 3}}}"#, #"{"cases": [{"id": "x", "line": 3}]}"#),
      (#"{"cases": {"~^x": {"$count": 2}}}"#, #"{"cases": [{"id": "x1"}, {"id": "x2"}]}"#),
      (#"{"cases": {"?gone": {}}}"#, #"{"cases": []}"#),
      (#"{"lines": [[1, 2], [4, 4]]}"#, #"{"lines": [[1, 2], [4, 4]]}"#),
      (#"{"all": {"$set": [2, 1]}}"#, #"{"all": [1, 2]}"#),
      (#"{"all": {"$some": [2]}}"#, #"{"all": [1, 2]}"#),
      (
        #"{"text": "~^a.*c$", "line": "~^1[0-2]$", "any": "!null"}"#,
        #"{"text": "abc", "line": 11, "any": 0}"#
      ),
    ])
  func holds(_ expected: String, _ actual: String) throws {
    #expect(try differences(expected, actual) == [])
  }

  @Test(
    "what does not hold is told",
    arguments: [
      (#"{"a": 1}"#, #"{}"#),
      (#"{"a": 1}"#, #"{"a": 2}"#),
      (#"{"a": null}"#, #"{"a": false}"#),
      (#"{"?a": 1}"#, #"{"a": 2}"#),
      (#"{"cases": {}}"#, #"{"cases": [{"id": "x"}]}"#),
      (#"{"cases": {"x": {}}}"#, #"{"cases": []}"#),
      (#"{"cases": {"x": {}}}"#, #"{"cases": [{"id": "x"}, {"id": "x"}]}"#),
      (#"{"cases": {"x": {"line": 3}}}"#, #"{"cases": [{"id": "x", "line": 4}]}"#),
      (#"{"cases": {"~^x": {"$count": 2}}}"#, #"{"cases": [{"id": "x1"}]}"#),
      (#"{"lines": [[1, 2]]}"#, #"{"lines": [[1, 2], [4, 4]]}"#),
      (#"{"all": {"$set": [2, 1]}}"#, #"{"all": [1, 2, 3]}"#),
      (#"{"all": {"$some": [4]}}"#, #"{"all": [1, 2]}"#),
      (#"{"text": "~^b"}"#, #"{"text": "abc"}"#),
      (#"{"any": "!null"}"#, #"{"any": null}"#),
    ])
  func differs(_ expected: String, _ actual: String) throws {
    #expect(try differences(expected, actual).count == 1)
  }

  private func differences(_ expected: String, _ actual: String) throws -> [String] {
    Match.differences(try JSON(Data(expected.utf8)), try JSON(Data(actual.utf8)))
  }
}
