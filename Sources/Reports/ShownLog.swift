/// A log as it is shown: of a long one the beginning and the end; all of it lies beside the page.
struct ShownLog {
  let sections: [LogMarkup.Section]
  /// Bytes left out of the middle.
  let left: Int

  private static let mostFront = 1 << 20
  private static let mostBack = 3 << 20

  init(_ log: [UInt8]) {
    guard log.count > Self.mostFront + Self.mostBack else {
      sections = LogMarkup.sections(of: log)
      left = 0
      return
    }
    let newline = UInt8(ascii: "\n")
    let back = log.count - Self.mostBack
    let front = log[..<Self.mostFront].lastIndex(of: newline) ?? Self.mostFront
    let rest = log[back...].firstIndex(of: newline) ?? back
    left = rest - front
    let mark = "\n[… \(Figures.bytes(left)) are left out here; all of it is in log.txt …]"
    sections = LogMarkup.sections(of: Array(log[..<front]) + Array(mark.utf8) + log[rest...])
  }
}
