public import Model

extension OtherLines.File {
  /// Nil when the same lines ran, and where the source is not known to be the same.
  public static func of(_ now: CoverageDetail.File, before: CoverageDetail.File) -> Self? {
    guard let source = now.source, source == before.source else { return nil }
    // Of what is compiled in one of the two alone nothing can be said.
    let old = Dictionary(before.lines.map { ($0.number, $0.state) }) { first, _ in first }
    var (ran, didNotRun, partly): ([Int], [Int], [Int]) = ([], [], [])
    for line in now.lines {
      guard let then = old[line.number], then != line.state else { continue }
      switch (then.didRun, line.state.didRun) {
      case (false, true): ran.append(line.number)
      case (true, false): didNotRun.append(line.number)
      case (true, true): partly.append(line.number)
      case (false, false): break
      }
    }
    guard !(ran.isEmpty && didNotRun.isEmpty && partly.isEmpty) else { return nil }
    return Self(path: now.path, ran: ran.ranges, didNotRun: didNotRun.ranges, partly: partly)
  }
}
