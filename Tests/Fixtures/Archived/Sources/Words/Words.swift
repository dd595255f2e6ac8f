import CThing
import Foundation

public func words() -> String {
  let texts = Bundle.module.url(forResource: "hello", withExtension: "txt", subdirectory: "Texts")
  return texts.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "nothing"
}
