/// What the pages of tests that never went wrong tell of, so that only those are written again of which
/// something else is to be told.
struct TestPageMemory: Equatable {
  struct Made: Equatable {
    var asOf: Int
    /// Of what it tells, but for how long the test took and which integrations there were.
    var mark: String
    /// How long it took there.
    var seconds: Double?
  }

  /// By their addresses below the bot's folder.
  var made: [String: Made] = [:]
  /// The maps that all of them were made of; empty where some are to be made yet.
  var maps: String
  private let maker: String

  init(_ text: String, maker: String) {
    self.maker = maker
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let isSame = lines.popFirst().map { $0 == maker } ?? true
    maps = lines.popFirst().map(String.init) ?? ""
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 4, let asOf = Int(parts[1]), !parts[0].contains("..") else { continue }
      // What another program or template made is made again.
      let mark = isSame ? String(parts[2]) : ""
      made[String(parts[0])] = Made(asOf: asOf, mark: mark, seconds: Double(parts[3]))
    }
  }

  /// Which maps they were made of, whoever made them.
  static func maps(of text: String) -> String {
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    return lines.count > 1 ? String(lines[1]) : ""
  }

  var text: String {
    let lines = made.sorted { $0.key < $1.key }.map { page, one in
      "\(page)\t\(one.asOf)\t\(one.mark)\t\(one.seconds.map { "\($0)" } ?? "")"
    }
    return ([maker, maps] + lines).joined(separator: "\n") + "\n"
  }
}
