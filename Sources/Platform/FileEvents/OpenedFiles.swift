public import Explaining

/// Tells which files of some folders anybody opens, and which of the folders, by whatever call and in
/// whatever process. Belongs to one thread at a time.
public final class OpenedFiles {
  private let inotify: Inotify
  private var folders: [Int32: String] = [:]
  /// Each has one watch by whatever names.
  private var files: [Int32: [String]] = [:]
  /// A folder is gone, and what lies in its place is not watched.
  private var isBlind = false

  /// - Parameters:
  ///   - folders: by their names in `root`, which is none itself.
  ///   - files: those that are seen by other names too, to which they were linked.
  public init(
    in folders: Set<String>, and files: [String] = [], of root: String
  ) throws(Explanation) {
    inotify = try Inotify()
    for folder in folders.union([""]) {
      do {
        let place = folder.isEmpty ? root : "\(root)/\(folder)"
        self.folders[try inotify.add(place, for: Inotify.opening)] = folder
      } catch  where error.isAbsence {
        continue
      } catch {
        throw Self.refused(folder.isEmpty ? root : folder, error)
      }
    }
    for file in files {
      guard let watch = try? inotify.add("\(root)/\(file)", for: Inotify.openingOfFile) else { continue }
      self.files[watch, default: []].append(file)
    }
  }

  /// Since the last time, by their names in the root; that itself is ".". Nil where not all are known.
  public func taken() -> Set<String>? {
    var found: Set<String> = []
    var isWhole = !isBlind
    inotify.read { event in
      guard !event.isOverflow else { return isWhole = false }
      if let names = files[event.watch] { found.formUnion(names) }
      guard let folder = folders[event.watch] else { return }
      guard !event.isEnd else { return (isBlind, isWhole) = (true, false) }
      let name = folder.isEmpty || event.name.isEmpty ? folder + event.name : "\(folder)/\(event.name)"
      found.insert(name.isEmpty ? "." : name)
    }
    return isWhole ? found : nil
  }

  private static func refused(_ folder: String, _ refusal: Refusal) -> Explanation {
    Explanation(
      doing: "asking the system to tell which files are opened",
      wrong: refusal.isLimit
        ? "this user has as many watches as fs.inotify.max_user_watches allows"
        : "\(folder): \(words(for: refusal.code))",
      advice: refusal.isLimit
        ? "`sudo sysctl fs.inotify.max_user_watches=524288` raises it" : "until then nobody is told")
  }
}
