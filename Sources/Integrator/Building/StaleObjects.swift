import Files
import Formats
import Foundation
import Model

/// What was compiled of C and assembler, and would come out otherwise now because of a file that no list of
/// the compiler names: the package manager would not compile it again.
struct StaleObjects {
  let buildFolder: String
  let configuration: Configuration
  let checkoutFolder: String

  /// The names of the sources whose objects were removed.
  func forget() throws -> [String] {
    let plan = BuildPlan.bytes(buildFolder: buildFolder, configuration)
    var known: [String: SpokenFiles] = [:]
    func files(below folder: String) -> SpokenFiles {
      let found = known[folder] ?? SpokenFiles(below: folder)
      known[folder] = found
      return found
    }
    // Most objects are of one age, and most headers read by many.
    var spoken: [Set<[UInt8]>: [String: Bool]] = [:]
    func speaks(_ file: String, of words: Set<[UInt8]>) -> Bool {
      if let known = spoken[words]?[file] { return known }
      let speaks = SpokenFiles.speaks(contents(of: file) ?? [], of: words)
      spoken[words, default: [:]][file] = speaks
      return speaks
    }
    let outside = OutsidePackages(buildFolder: buildFolder, checkoutFolder: checkoutFolder)
    var forgotten: Set<String> = []
    for command in BuildPlan.commands(plan, holding: ["\"-MF\""]).map(ToolWords.init) {
      guard let source = command.value(of: "-c"), let object = command.value(of: "-o"),
        let facts = FileFacts(object)
      else { continue }
      let list = command.value(of: "-MF").flatMap(contents)
      let read = Set((list.map(MakeDependencies.read) ?? []) + [source])
      let folder = home(of: source)
      let words = files(below: folder).words(since: facts.modified, read: read)
      let own = read.filter { $0.hasPrefix(folder + "/") }
      let isSpoken =
        !words.isEmpty
        && (SpokenFiles.speaks(Array(command.words.joined(separator: " ").utf8), of: words)
          || own.contains { speaks($0, of: words) })
      guard isSpoken || read.contains(where: { outside.isNewer($0, than: facts.modified) }) else { continue }
      try FileManager.default.removeItem(atPath: object)
      forgotten.insert(URL(fileURLWithPath: source).lastPathComponent)
    }
    return forgotten.sorted()
  }

  /// Below which it may take in others: of another package, where its sources lie.
  private func home(of source: String) -> String {
    if source.hasPrefix(checkoutFolder + "/") { return checkoutFolder }
    let dependencies = buildFolder + "/checkouts/"
    if source.hasPrefix(dependencies),
      let name = source.dropFirst(dependencies.count).split(separator: "/").first
    {
      return dependencies + name
    }
    return URL(fileURLWithPath: source).deletingLastPathComponent().path
  }
}
