/// What a file is told to be, by its name.
struct ContentKind: Equatable {
  var type: String
  /// It gets smaller when it is compressed.
  var isText = true

  /// - Parameter isForeign: a test made it, so it is shown and never obeyed.
  init(name: String, isForeign: Bool) {
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last?.lowercased() : nil
    switch ending {
    case "html": type = "text/html; charset=utf-8"
    case "css": type = "text/css; charset=utf-8"
    case "js" where !isForeign: type = "text/javascript; charset=utf-8"
    case "svg": type = "image/svg+xml"
    case "json", "jsonl": type = "application/json"
    case "xml": type = "application/xml"
    case "md": type = "text/markdown; charset=utf-8"
    case "csv": type = "text/csv; charset=utf-8"
    case "txt", "lcov", "log", "js", "yaml", "yml", "swift", "diff", "patch":
      type = "text/plain; charset=utf-8"
    case "png": (type, isText) = ("image/png", false)
    case "jpg", "jpeg": (type, isText) = ("image/jpeg", false)
    case "gif": (type, isText) = ("image/gif", false)
    case "webp": (type, isText) = ("image/webp", false)
    case "pdf": (type, isText) = ("application/pdf", false)
    default: (type, isText) = ("application/octet-stream", false)
    }
  }
}

/// What a browser may do with a page.
enum ContentPolicy {
  /// As the pages say themselves, and that nobody shows them within a page of theirs.
  static let pages =
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// What a test made is nobody's page: it may look like one, and do nothing.
  static let foreign =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  /// Those that somebody was given forms in: what these send has to say where it comes from.
  static func headers(policy: String) -> [(name: String, value: String)] {
    headers().map { name, value in
      switch name {
      case "Content-Security-Policy": (name, policy)
      case "Referrer-Policy": (name, "same-origin")
      default: (name, value)
      }
    }
  }

  static var withForms: String { pages.replacing("form-action 'none'", with: "form-action 'self'") }

  static func headers(isForeign: Bool = false, isForAll: Bool = false) -> [(name: String, value: String)] {
    [
      ("Content-Security-Policy", isForeign ? foreign : pages), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
      ("Cross-Origin-Resource-Policy", isForAll ? "cross-origin" : "same-origin"),
    ]
  }
}
