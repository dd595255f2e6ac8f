import Words

extension IssueIdentity {
  /// The same finding of two integrations gets the same identity: kind, target, test, file and what the
  /// message says apart from addresses, durations and absolute paths. Its line has no say.
  public static func make(
    kind: Issue.Kind, target: String?, test: TestID?, file: PackagePath?, message: String
  ) -> IssueIdentity {
    var bytes: [UInt8] = []
    // An absent part differs from an empty one, and no part can run into the next.
    for part in [kind.rawValue, target, test?.rawValue, file?.rawValue, SteadyText.of(message)] {
      bytes.append(part == nil ? 0 : 1)
      bytes += (part ?? "").utf8
      bytes.append(0xff)
    }
    return IssueIdentity(Fingerprint.folded(bytes))
  }
}
