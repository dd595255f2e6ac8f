import Model
import Templates
import Words

/// Columns of stacked parts, one for each integration, the oldest first.
struct StackedChart {
  typealias Series = (style: String, word: String)

  struct Point {
    var href: String?
    var title: String
    /// One for each series, from the bottom up; nil where nothing was measured.
    var weights: [Double]?
    /// What changed before this one.
    var mark: String?
    /// It began with nothing built.
    var isCold = false
    /// Of the thin line, which has an axis of its own; nil where nothing was measured.
    var line: Double?
  }

  let series: [Series]
  let points: [Point]
  /// What the thin line is of; nil without one.
  var lineWord: String?
  /// The axis ends where nine of ten columns do, so that one cold build does not flatten the rest.
  var endsEarly = false
  /// Nothing lies between one and two.
  var isOfCounts = false

  /// Of 100: what is there at all can be seen, of 96 pixels with three.
  private static let least = 3.2
  private static let step = 10
  /// A few integrations do not become broad blocks.
  private static let columnPixels = 24

  /// - Parameter scale: words for the greatest height.
  func value(
    id: String, title: String, now: TemplateValue, ends: (String, String), scale: (Double) -> String
  ) -> TemplateValue {
    let sums = points.compactMap { $0.weights?.reduce(0, +) }.sorted()
    let top = Self.top(sums, endsEarly: endsEarly)
    let lineTop = points.compactMap(\.line).max() ?? 0
    guard top > 0 || lineTop > 0 else { return .null }
    let highest = top > 0 ? top : 1
    let hasHalfOfOne = isOfCounts && highest < 10 && !highest.truncatingRemainder(dividingBy: 2).isZero
    // In the words of the axis half of a millisecond is a whole one.
    let isNamed = top > 0 && !hasHalfOfOne && scale(highest / 2) != scale(highest)
    let half = isNamed ? scale(highest / 2) : ""
    return .object([
      "id": .text(id), "title": .text(title), "now": now,
      "first": .text(ends.0), "last": .text(ends.1),
      "width": .text("\(points.count * Self.step)"), "pixels": .text("\(points.count * Self.columnPixels)"),
      "highest": .text(top > 0 ? scale(highest) : ""),
      "half": .text(half),
      "line": lineTop > 0 ? .optional(Self.path(points.map(\.line), top: lineTop)) : .null,
      "legend": .list(legend(lineTop, highest)),
      "columns": .list(points.indices.map { column($0, highest) }),
      "marks": .list(
        points.indices.compactMap { index in
          points[index].mark.map {
            .object(["x": .text(Figures.tenth(Double(index * Self.step) - 0.5)), "title": .line($0)])
          }
        }),
    ])
  }

  private func column(_ index: Int, _ highest: Double) -> TemplateValue {
    let point = points[index]
    var top = 100.0
    let isCut = (point.weights?.reduce(0, +) ?? 0) > highest * 1.0001
    let sum = max(highest, point.weights?.reduce(0, +) ?? 0)
    let heights = Self.heights(point.weights ?? [], highest: sum)
    let parts = zip(series, heights).compactMap { series, height -> TemplateValue? in
      guard height > 0 else { return nil }
      top -= height
      return .object([
        "style": .text(series.style), "y": .text(Figures.tenth(max(top, 0))),
        "height": .text(Figures.tenth(height)),
      ])
    }
    return .object([
      "href": .optional(point.href), "title": .line(point.title, most: 500),
      "x": .text("\(index * Self.step)"), "barX": .text("\(index * Self.step + 1)"),
      "parts": .list(parts), "isGap": .bool(point.weights == nil), "isCut": .bool(isCut),
      "cold": point.isCold ? .text(Self.hatch(index * Self.step + 1)) : .null,
    ])
  }

  /// What is there.
  private func legend(_ lineTop: Double, _ highest: Double) -> [TemplateValue] {
    func item(_ style: String, _ word: String) -> TemplateValue {
      .object(["style": .text(style), "word": .text(word)])
    }
    let present = series.indices.filter { index in points.contains { ($0.weights?[index] ?? 0) > 0 } }
    var legend = present.map { item(series[$0].style, series[$0].word) }
    if let lineWord, lineTop > 0 {
      legend.append(item("line", "\(lineWord), up to \(Figures.grouped(Int(lineTop)))"))
    }
    let isCut = points.contains { ($0.weights?.reduce(0, +) ?? 0) > highest * 1.0001 }
    if isCut { legend.append(item("cut", "cut off, see its title")) }
    if points.contains(where: \.isCold) { legend.append(item("cold", "began with nothing built")) }
    return legend
  }

  /// Where the axis ends.
  static func top(_ sums: [Double], endsEarly: Bool) -> Double {
    guard let most = sums.last else { return 0 }
    guard endsEarly, sums.count > 4 else { return most }
    let usual = sums[(sums.count - 1) * 9 / 10] * 1.1
    return usual > 0 && most > usual * 1.5 ? usual : most
  }

  private static func path(_ values: [Double?], top: Double) -> String {
    var path = ""
    var isOpen = false
    for (index, value) in values.enumerated() {
      guard let value else {
        isOpen = false
        continue
      }
      let place = "\(index * step + step / 2) \(Figures.tenth(98 - value / top * 94))"
      // A lone point is a short stroke.
      path += (isOpen ? "L" : "M") + place + (isOpen ? "" : "h.1")
      isOpen = true
    }
    return path
  }

  private static func hatch(_ x: Int) -> String {
    stride(from: 12, through: 108, by: 12).map { "M\(x) \($0)l8 -12" }.joined()
  }

  /// Of 100. Small parts are raised at the cost of the largest, so that the sum stays true.
  static func heights(_ weights: [Double], highest: Double) -> [Double] {
    let exact = weights.map { max($0, 0) / highest * 100 }
    var raised = exact.map { $0 > 0 ? max($0, least) : 0 }
    guard let largest = raised.indices.max(by: { raised[$0] < raised[$1] }) else { return raised }
    let surplus = raised.reduce(0, +) - exact.reduce(0, +)
    raised[largest] = max(raised[largest] - surplus, min(raised[largest], least))
    return raised
  }
}

/// A line through counts, with gaps where there is none.
enum Sparkline {
  /// Of measured values: between the least and the most, but never less than a tenth of the most apart.
  static func value(values: [Double], label: String) -> TemplateValue {
    let most = values.map(abs).max() ?? 0
    guard most > 0, most.isFinite else { return .null }
    return value(values.map { Int(($0 / most * 10_000).rounded()) }, label: label)
  }

  static func value(_ counts: [Int?], label: String) -> TemplateValue {
    let known = counts.compactMap { $0 }
    guard let least = known.min(), let most = known.max(), counts.count > 1 else { return .null }
    // A change of a few among many thousands is no cliff.
    let span = Double(max(most - least, most / 10, 1))
    func place(_ index: Int, _ count: Int) -> (x: String, y: String) {
      let x = Double(index) / Double(counts.count - 1) * 96 + 2
      return (Figures.tenth(x), Figures.tenth(21 - Double(count - least) / span * 18))
    }
    var lines: [[String]] = [[]]
    var last: (x: String, y: String) = ("", "")
    for (index, count) in counts.enumerated() {
      guard let count else {
        lines.append([])
        continue
      }
      last = place(index, count)
      lines[lines.count - 1].append("\(last.x),\(last.y)")
    }
    let segments = lines.filter { !$0.isEmpty }.map { points in
      // A lone point is a short stroke.
      points.count == 1 ? points[0] + " " + points[0] : points.joined(separator: " ")
    }
    return .object([
      "label": .line(label), "segments": .list(segments.map { .text($0) }), "x": .text(last.x),
      "y": .text(last.y),
    ])
  }
}
