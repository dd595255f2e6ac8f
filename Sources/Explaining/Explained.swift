/// An error that a person understands. Even the lowest rooms throw such errors, so this stands below them.
public protocol Explained: Error, CustomStringConvertible {
  /// What was being done, as a participle: "reading a report".
  var doing: String { get }
  /// What went wrong.
  var wrong: String { get }
  /// What to do about it.
  var advice: String { get }
  /// What a command ends with that can go no further.
  var status: Int32 { get }
}

extension Explained {
  /// It could not be carried out.
  public var status: Int32 { 5 }

  public var sentence: String { [doing, wrong, advice].filter { !$0.isEmpty }.joined(separator: ": ") }

  public var description: String { sentence }
}
