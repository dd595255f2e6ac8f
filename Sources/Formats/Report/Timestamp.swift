import Foundation

/// Times as report.json and order.json have them: ISO 8601 in UTC with milliseconds.
enum Timestamp {
  static func write(_ date: Date) -> String {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    // Years 0 to 9999, beyond which the format has no room.
    let milliseconds = exact.isFinite ? Int(min(max(exact, -62_167_219_200_000), 253_402_300_799_999)) : 0
    let (days, rest) = milliseconds.quotientRoundedDown(by: 86_400_000)
    let (year, month, day) = civil(days)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
      + "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1000 % 60, 2))"
      + ".\(padded(rest % 1000, 3))Z"
  }

  /// Takes a fraction or none, and UTC or an offset.
  static func read(_ text: String) -> Date? {
    var rest = Substring(text)
    guard let year = number(&rest, 4, then: "-"), let month = number(&rest, 2, then: "-"),
      let day = number(&rest, 2, then: "T"), let hour = number(&rest, 2, then: ":"),
      let minute = number(&rest, 2, then: ":"), let second = number(&rest, 2, then: nil),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction = 0.0
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, let value = Double("0." + digits) else { return nil }
      fraction = value
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let offset = offset(rest) else { return nil }
    let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private static func number(_ rest: inout Substring, _ width: Int, then separator: Character?) -> Int? {
    let digits = rest.prefix(width)
    guard digits.utf8.count == width, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    rest = rest.dropFirst(width)
    if let separator {
      guard rest.first == separator else { return nil }
      rest = rest.dropFirst()
    }
    return Int(digits)
  }

  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    var rest = text.dropFirst()
    guard let hours = number(&rest, 2, then: nil) else { return nil }
    if rest.first == ":" { rest = rest.dropFirst() }
    guard let minutes = number(&rest, 2, then: nil), rest.isEmpty else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  /// Counted in years that begin in March, so that a leap day is the last of its year.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).quotientRoundedDown(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientRoundedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> (Int, Int) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
