import Layout

@main
struct Tool {
  static func main() {
    print(describe(1))
  }

  static func describe(_ number: Int32) -> String {
    "\(added(number, 1))"
  }
}
