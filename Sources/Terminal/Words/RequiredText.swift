public import Model
import Words

/// Which of the changed lines did not run, or may not have.
public enum RequiredText {
  private static let mostPlaces = 10

  public static func text(_ required: RequiredLines, prefix: String) -> String {
    let place = Place(prefix: prefix)
    let places = required.places
    let shown = places.prefix(mostPlaces).map { "  " + self.place($0, place) }
    let left = places.count - shown.count
    let more = left > 0 ? ["  and \(Figures.count(left, "more place"))"] : []
    return ([SafeText.line(required.sentence)] + shown + more).joined(separator: "\n") + "\n"
  }

  static func place(_ missed: RequiredLines.Missed, _ place: Place) -> String {
    let end = missed.lines.count > 1 ? "-\(missed.lines.upperBound)" : ""
    return (place.text(missed.path.rawValue, missed.lines.lowerBound) ?? "") + end
  }
}
