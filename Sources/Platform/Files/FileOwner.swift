import Foundation

/// Whose something is.
public enum FileOwner {
  /// The name or number of the user that it belongs to, where that is not the one who runs this.
  public static func other(of path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_uid != geteuid() else { return nil }
    return getpwuid(status.st_uid).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
      ?? "\(status.st_uid)"
  }
}
