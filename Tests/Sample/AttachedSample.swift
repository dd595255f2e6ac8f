import Foundation
import Model
import Reports

/// What the sample's failing test left to be compared: pictures, a text, and one that has nothing beside it.
extension Sample {
  static let attached: [(artifact: Artifact, bytes: [UInt8])] = [
    made("shots/bar-reference.png", picture(reference)), made("shots/bar-failed.png", picture(failed)),
    made("shots/bar-difference.png", picture(difference)),
    made("expected/<b>.json", Array(text("pop", "twice").utf8)),
    made("actual/<b>.json", Array(text("push", "once").utf8)), made("notes.txt", Array("seen\n".utf8)),
  ]

  static func attached(_ path: String) -> [UInt8]? { attached.first { $0.artifact.path == path }?.bytes }

  private static func made(_ name: String, _ bytes: [UInt8]) -> (Artifact, [UInt8]) {
    let file = name.replacing("/", with: "_")
    return (Artifact(name: name, path: "attachments/\(file)", bytes: bytes.count, sha256: "00ff"), bytes)
  }

  private static func text(_ first: String, _ last: String) -> String {
    (1...40).map { "  \"key\($0)\": \"\($0 == 2 ? first : $0 == 30 ? last : "same")\",\n" }.joined()
  }

  private static func picture(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64).map { [UInt8]($0) } ?? []
  }

  /// A window with a button, which moved.
  private static let reference =
    "iVBORw0KGgoAAAANSUhEUgAAAPAAAACgBAMAAADA9fxWAAAAD1BMVEX///8gWqrc4ujIFB48QkrPwsI7AAAAXElEQVR42u3WQR"
    + "EAIAgAQSpYwSz2z2QGH4wM7Ba478X5JISFhYWFhYWFhYUbhQGASnYaYWFh4awwwMDnEhYWFrZWAAAAVLaeCQsLCwsLCwsLCwsL"
    + "C/cPAwAAMM0F8RkutUZ585cAAAAASUVORK5CYII="
  private static let failed =
    "iVBORw0KGgoAAAANSUhEUgAAAPAAAACgBAMAAADA9fxWAAAAD1BMVEX///8gWqrc4ujIFB48QkrPwsI7AAAAXElEQVR42u3WMR"
    + "EAIAwAsVrAAlrwrwkNDD2gTQz8+rEuCWFhYWFhYWFhYeFCYQDgJTONsLCwcFYYoOFzCQsLC1srAAAAfjCOCQsLCwsLCwsLCwsL"
    + "C9cPAwAA0MUG1Awuta9dslwAAAAASUVORK5CYII="
  private static let difference =
    "iVBORw0KGgoAAAANSUhEUgAAAPAAAACgBAMAAADA9fxWAAAAD1BMVEX///8gWqrc4ujIFB48QkrPwsI7AAAAP0lEQVR42u3NMQ"
    + "0AAAjAMDzh3xsPSOAgtP+yCAAAAAAAAAAAAAAAYGTbLIyNjY2NjY2NjY2NjY2vjQEAAPimACpfX6ED78EiAAAAAElFTkSuQmCC"
}
