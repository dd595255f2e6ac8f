import HTTP
import Words

/// By what a reader knows whether it has a file already.
struct Marks {
  var tag: String
  var modified: String

  /// - Parameter isCompressed: it is sent so, which are other bytes.
  init(mark: String, modified seconds: Int, isCompressed: Bool) {
    tag = "\"\(mark)\(isCompressed ? "-gz" : "")\""
    modified = WebDate.text(seconds)
  }

  /// It has this very file.
  func isKnown(to request: HTTPRequest) -> Bool {
    let tags = request.headers("if-none-match")
    if !tags.isEmpty {
      let known = tags.joined(separator: ",").split(separator: ",").map { $0.trimmed }
      return known.contains("*") || known.contains(tag) || known.contains("W/" + tag)
    }
    return request.header("if-modified-since") == modified
  }

  /// What it has a part of is this.
  func allowsPart(_ request: HTTPRequest) -> Bool {
    request.header("if-range").map { $0 == tag || $0 == modified } ?? true
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}

/// A moment as HTTP has it: Sun, 06 Nov 1994 08:49:37 GMT.
public enum WebDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  public static func text(_ seconds: Int) -> String {
    let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let rest = seconds - day * 86_400
    // Years that begin in March, in eras of four hundred.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let date = ofYear - (153 * month + 2) / 5 + 1
    let civil = month < 10 ? month + 3 : month - 9
    let name = days[((day % 7) + 7) % 7]
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
    return "\(name), \(two(date)) \(months[civil - 1]) \(year + era * 400 + (civil <= 2 ? 1 : 0)) \(time) GMT"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
