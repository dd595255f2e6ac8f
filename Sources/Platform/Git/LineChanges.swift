import CGit2

/// Which lines of a text are not those of another: two versions of a file that git itself does not compare.
public enum LineChanges {
  public static func between(_ old: [UInt8], _ new: [UInt8]) throws -> [ClosedRange<Int>] {
    Libgit2.ready
    var options = git_diff_options()
    git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
    options.flags =
      GIT_DIFF_INDENT_HEURISTIC.rawValue | GIT_DIFF_IGNORE_WHITESPACE_EOL.rawValue
      | GIT_DIFF_FORCE_TEXT.rawValue
    options.context_lines = 0
    options.interhunk_lines = 0
    var made: OpaquePointer?
    let code = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        git_patch_from_buffers(
          &made, old.baseAddress, old.count, nil, new.baseAddress, new.count, nil, &options)
      }
    }
    guard code == 0, let made else { throw GitError.libgit2(code, "comparing two texts", at: "") }
    defer { git_patch_free(made) }
    return (0..<git_patch_num_hunks(made)).compactMap { number in
      var hunk: UnsafePointer<git_diff_hunk>?
      guard git_patch_get_hunk(&hunk, nil, made, number) == 0, let hunk = hunk?.pointee, hunk.new_lines > 0
      else { return nil }
      return Int(hunk.new_start)...Int(hunk.new_start + hunk.new_lines - 1)
    }
  }
}
