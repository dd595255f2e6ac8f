/// JSON lines: one that is too long to be kept whole is shortened while it is read.
typealias RecordSplitter = Splitter<ThinnedRecord>

extension RecordSplitter {
  init(_ limits: RecordLimits) { self.init(ThinnedRecord(limits)) }

  /// Of how many something was left out.
  var cutCount: Int { line.cutCount }
}

struct ThinnedRecord: KeptLine {
  private let limits: RecordLimits
  private var whole: [UInt8] = []
  private var thinner: RecordThinner?
  private(set) var cutCount = 0

  init(_ limits: RecordLimits) { self.limits = limits }

  /// No text of a shorter one is too long.
  var limit: Int { limits.text }

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard thinner == nil else {
      thinner?.add(piece)
      return
    }
    whole.append(contentsOf: piece)
    guard whole.count > limit else { return }
    var thinner = RecordThinner(limits)
    whole.withUnsafeBytes { thinner.add($0) }
    (self.thinner, whole) = (thinner, [])
  }

  mutating func give(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard let thinned = thinner else {
      whole.withUnsafeBytes(body)
      whole.removeAll(keepingCapacity: true)
      return
    }
    thinner = nil
    if thinned.isCut { cutCount += 1 }
    // What is no JSON any more is told as a line that cannot be read.
    (thinned.isTooLong ? Array("{".utf8) : thinned.bytes).withUnsafeBytes(body)
  }
}
