import Foundation

/// What errno means, as words within a sentence.
public func words(for code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  let sentence = String(cString: text)
  return sentence.prefix(1).lowercased() + sentence.dropFirst()
}
