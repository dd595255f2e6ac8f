/// A small tool that is run to its end: what the doctor asks of the rest of the machine.
struct ToolOrder {
  var executable: String
  var arguments: [String]
  var environment: [String: String]
  var folder: String
  var seconds: Double
}

struct ToolEnd: Equatable {
  /// Nil when it was killed, by whom ever.
  var status: Int32?
  /// Standard output and standard error together.
  var output: String
}

/// Throws when it cannot even be started.
typealias ToolRun = (ToolOrder) throws -> ToolEnd
