import Explaining
import Files
import Formats
import Foundation
import Git
package import Model

/// What a package asks for itself: `.bothy.yaml` beside its Package.swift, as it is in what is integrated.
package enum PackageSettings: Equatable {
  case none
  case asked(Bot)
  /// All that is wrong, in the order of the file.
  case wrong([String])

  /// - Parameter repository: the folder that the package's path starts from.
  package static func read(_ source: Order.Source, repository: String, package: String) -> Self {
    let path = (package == "." ? "" : package + "/") + TravellingSetting.file
    do {
      switch source {
      case .commit(let commit):
        let place = try Repository.find(from: repository)
        let found = try Repository(at: place).recorded(
          path, commit: commit.rawValue, limit: BotFile.byteLimit)
        return read(found, path)
      case .workingTree where isIgnored(repository + "/" + path): return .none
      case .workingTree, .folder:
        let file = repository + "/" + path
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
        guard !isLink else { return wrong(path, Self.link) }
        do { return read(try SettingsFile.read(file, limit: BotFile.byteLimit), path) } catch {
          return error.isMissing ? .none : wrong(path, error.sentence)
        }
      }
    } catch {
      let told = Explanation(error)
      return .wrong(["\(path): \(told.doing): \(told.wrong)"])
    }
  }

  /// What a folder holds that looks like such a file, and that no integration of it reads.
  package static func warnings(in package: String, _ source: Order.Source) -> [String] {
    func warning(_ name: String, _ sentence: String) -> [String] {
      FileFacts(package + "/" + name) == nil ? [] : ["\(name):1:1: warning: \(sentence)"]
    }
    let file = TravellingSetting.file
    let ignored =
      source == .workingTree && isIgnored(package + "/" + file)
      ? warning(file, "git ignores this, so no integration reads it: add it to the repository, or remove it")
      : []
    return ignored + warning(".bothy.yml", "this is not read: did you mean `\(file)`?")
  }

  /// Of a working tree git's own rules say what belongs to it.
  private static func isIgnored(_ file: String) -> Bool {
    guard FileFacts(file) != nil else { return false }
    let folder = (file as NSString).deletingLastPathComponent
    guard let place = try? Repository.find(from: folder), let repository = try? Repository(at: place) else {
      return false
    }
    return (try? repository.leavesOutFile(file)) ?? false
  }

  private static let link = "it is a symbolic link: put a file in its place"

  private static func read(_ found: RecordedFile?, _ path: String) -> Self {
    switch found {
    case nil: .none
    case .file(let bytes): read(bytes, path)
    case .link: wrong(path, link)
    case .folder: wrong(path, "it is a folder, not a file: remove it, or put a file in its place")
    case .tooLarge(let count):
      wrong(path, "the file has \(count) bytes: at most \(BotFile.byteLimit) are read")
    }
  }

  private static func read(_ bytes: [UInt8], _ path: String) -> Self {
    switch PackageFile.read(bytes, file: path) {
    case .settings(let asked): .asked(asked)
    case .problems(let problems): .wrong(problems.map { "\($0)" })
    }
  }

  private static func wrong(_ path: String, _ sentence: String) -> Self {
    .wrong(["\(path):1:1: \(sentence)"])
  }

  /// What a bot integrates with then.
  package func settings(of bot: Bot) -> Bot {
    if case .asked(let asked) = self { bot.adopting(asked) } else { bot }
  }
}
