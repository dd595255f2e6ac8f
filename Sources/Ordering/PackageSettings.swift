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
