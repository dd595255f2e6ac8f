import Files

/// This very program, told from one that was built at another time.
package enum Program {
  package static let version = "0.1.0"

  package static let maker: String = {
    let facts = FileFacts("/proc/self/exe")
    return "\(version) \(facts?.stamp ?? "")"
  }()
}
