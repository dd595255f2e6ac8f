extension DecodingError {
  /// What does not fit, by the path of its key.
  public var words: String {
    switch self {
    case .keyNotFound(let key, let context): "\((context.codingPath + [key]).place) is missing"
    case .valueNotFound(_, let context): "\(context.codingPath.place) is empty"
    case .typeMismatch(_, let context): "\(context.codingPath.place) has a value of another kind"
    case .dataCorrupted(let context): context.complaint
    @unknown default: "it cannot be understood"
    }
  }
}

extension DecodingError.Context {
  fileprivate var complaint: String {
    if let value = unknownValue {
      return "\(codingPath.place) is `\(value)`, which this version of Bothy does not know"
    }
    if codingPath.isEmpty { return "it is not whole JSON" }
    return isOurs
      ? "\(codingPath.place) cannot be understood (\(debugDescription))"
      : "\(codingPath.place) is nothing that this version of Bothy can read"
  }

  /// Swift and Foundation say whole sentences, which name types; ours go on within one.
  private var isOurs: Bool { debugDescription.first.map { !$0.isUppercase } ?? false }

  /// What stands where one of a few words is wanted; Swift tells it in a sentence alone.
  private var unknownValue: String? {
    let sentence = /Cannot initialize .+? from invalid .+? value (.*)/.dotMatchesNewlines()
    guard let found = debugDescription.wholeMatch(of: sentence) else { return nil }
    let value = found.1.prefix(Self.mostShown)
    return value.endIndex == found.1.endIndex ? String(value) : value + "…"
  }

  private static let mostShown = 80
}

extension [any CodingKey] {
  /// Where in a file that is, in words.
  var place: String {
    isEmpty
      ? "the top of the file"
      : "`\(map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))`"
  }
}
