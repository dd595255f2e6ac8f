import Files

/// This very program, told from one that was built at another time.
enum Program {
  static let maker: String = {
    let facts = FileFacts("/proc/self/exe")
    return "\(Assembly.version) \(facts?.size ?? 0) \(facts?.modified ?? 0)"
  }()
}
