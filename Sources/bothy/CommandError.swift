/// A command could not do what it was asked. Printed as `bothy: doing: wrong: advice`.
struct CommandError: Error, Equatable {
  var doing: String
  var wrong: String
  var advice: String
  /// 2 for wrong usage, 5 for what could not be carried out.
  var exitStatus: Int32 = 5
}
