/// A closure may be all that a property begins with, an argument that is evaluated later, or what `? :`
/// chooses: it stands at the very place of what makes it. Its lines ran as often as it was called.
public enum ClosureValues {
  /// Of functions at one place those in which no other one of them lies.
  static func innermost<Element>(of functions: [Element], name: (Element) -> String) -> [Element] {
    guard functions.count > 1 else { return functions }
    let names = functions.map { FunctionName.mangled(name($0)) }
    return functions.indices.filter { index in
      !names.contains { isWithin($0, names[index]) }
    }.map { functions[$0] }
  }

  /// Whether it is a closure of that function, by their mangled names without a file's.
  public static func isWithin(_ closure: String, _ function: String) -> Bool {
    let (closure, function) = (closure.utf8, function.utf8)
    guard closure.count > function.count, closure.last == UInt8(ascii: "_"), closure.starts(with: "$s".utf8),
      closure.starts(with: function)
    else { return false }
    // `fU_`, `fU0_`: the first closure, the second; `fu_`: of an argument that is evaluated later.
    let kind = closure.dropLast().reversed().drop { (0x30...0x39).contains($0) }.prefix(2)
    return kind.elementsEqual("Uf".utf8) || kind.elementsEqual("uf".utf8)
  }
}
