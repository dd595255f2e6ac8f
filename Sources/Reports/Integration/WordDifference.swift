/// Where two long pieces of a line differ, word by word.
enum WordDifference {
  typealias Part = ValueDifference.Part

  /// Comparing more words than these costs more than it tells.
  private static let mostWords = 600
  /// What is alike but shorter than this between two differences is no help to a reader.
  private static let leastAlike = 4

  /// The whole of both when hardly anything in them is alike.
  static func parts(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> (first: [Part], second: [Part])
  {
    let whole = ([Part(text: String(a), differs: true)], [Part(text: String(b), differs: true)])
    let (x, y) = (words(a), words(b))
    guard x.count > 2, y.count > 2, x.count <= mostWords, y.count <= mostWords else { return whole }
    var first: [Part] = []
    var second: [Part] = []
    var alike = 0
    var (i, j) = (0, 0)
    for run in runs(CommonSequence.pairs(x, y), x) + [(x.count, y.count, 0)] {
      let same = x[run.first..<(run.first + run.count)].joined()
      first.append(Part(text: x[i..<run.first].joined(), differs: true))
      second.append(Part(text: y[j..<run.second].joined(), differs: true))
      first.append(Part(text: same, differs: false))
      second.append(Part(text: same, differs: false))
      alike += same.count
      (i, j) = (run.first + run.count, run.second + run.count)
    }
    guard alike * 3 > min(a.count, b.count) else { return whole }
    // Something is missing there; at the two ends the pieces simply begin and end alike.
    return (marked(first, beside: second), marked(second, beside: first))
  }

  private typealias Run = (first: Int, second: Int, count: Int)

  /// Pairs that follow each other on both sides, when they are long enough to be told.
  private static func runs(_ pairs: [(Int, Int)], _ words: [String]) -> [Run] {
    var runs: [Run] = []
    for (i, j) in pairs {
      if let last = runs.last, last.first + last.count == i, last.second + last.count == j {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((i, j, 1))
      }
    }
    return runs.filter { run in
      words[run.first..<(run.first + run.count)].reduce(0) { $0 + $1.count } >= leastAlike
    }
  }

  private static func marked(_ parts: [Part], beside other: [Part]) -> [Part] {
    zip(parts, other).compactMap { part, other in
      part.text.isEmpty && (!part.differs || other.text.isEmpty) ? nil : part
    }
  }

  /// Letters and digits together, everything else alone.
  private static func words(_ text: ArraySlice<Character>) -> [String] {
    var words: [String] = []
    var isOpen = false
    for character in text {
      let isLetter = character.isLetter || character.isNumber
      if isLetter, isOpen {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isOpen = isLetter
    }
    return words
  }
}
