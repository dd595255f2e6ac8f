import Coverage
import Explaining
import FileEvents
import Files

/// Sees which files of the checkout a test reads, by whatever call, and whichever of its processes does.
final class FileSight {
  private let opened: OpenedFiles?
  /// Why it sees nothing.
  let shortfall: String?
  private let marks: ReadFileMarks
  /// What was there before any test; what one makes for itself is no commit's.
  private let known: Set<String>
  /// What stood there when the first test had ended that read it.
  private var taken: [String: String] = [:]

  /// More of them are told as all.
  private static let most = 200
  /// Of more only what is opened by its own name is seen.
  private static let mostFiles = 4000

  init(of checkout: String) {
    marks = ReadFileMarks(checkout: checkout)
    let names = FileTree.names(below: checkout, skipping: ReadFileMarks.skipped)
    var folders: Set<String> = []
    for name in names {
      var rest = name[...]
      while let slash = rest.lastIndex(of: "/") {
        rest = rest[..<slash]
        guard folders.insert(String(rest)).inserted else { break }
      }
    }
    known = folders.union(names).union([".", ReadFileMarks.head])
    do {
      let files = names.count > Self.mostFiles ? [] : names
      (opened, shortfall) = (try OpenedFiles(in: folders.union([".git"]), and: files, of: checkout), nil)
    } catch {
      (opened, shortfall) = (nil, error.wrong)
    }
  }

  /// Whatever was opened until now, nobody's test did.
  func forget() { _ = opened?.taken() }

  /// What was opened since.
  func seen() -> Set<String> {
    guard let opened else { return [] }
    guard let found = opened.taken()?.intersection(known), found.count <= Self.most else {
      return [FileRead.everything]
    }
    return found
  }

  func files(_ paths: Set<String>) -> [FileRead] {
    paths.sorted().map { path in
      let mark = taken[path] ?? marks.mark(of: path)
      taken[path] = mark
      return FileRead(path: path, mark: mark)
    }
  }
}
