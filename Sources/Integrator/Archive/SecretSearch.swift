import Files
import Foundation

/// Looks for the secrets of a bot in what is to be packed: nobody can mask a program.
struct SecretSearch {
  /// By the place of what is looked for.
  private let names: [String]
  private let search: ByteSearch

  init(_ secrets: Secrets) {
    let traces = secrets.traces.flatMap { name, spellings in
      spellings.flatMap { Self.wanted($0) }.map { (name, $0) }
    }
    names = traces.map(\.0)
    search = ByteSearch(traces.map(\.1))
  }

  /// What Swift keeps in two registers is laid by the compiler as two numbers among instructions.
  private static func wanted(_ bytes: [UInt8]) -> [ByteSearch.Wanted] {
    guard (9...15).contains(bytes.count) else { return [ByteSearch.Wanted(bytes)] }
    let halves = ByteSearch.Wanted(Array(bytes.prefix(8)), beside: Array(bytes.dropFirst(8)))
    return [ByteSearch.Wanted(bytes), halves]
  }

  /// Which of them stand in these files, or in those of these folders, or in their names; sorted.
  func found(in paths: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    var places: Set<Int> = []
    for path in paths {
      let isFolder = FileFacts(path)?.isFolder == true
      let below = isFolder ? try FileManager.default.subpathsOfDirectory(atPath: path) : []
      for file in [path] + below.map({ path + "/" + $0 }) {
        places.formUnion(search.found(in: Array((file as NSString).lastPathComponent.utf8)))
        if FileFacts(file)?.isRegular == true { places.formUnion(try search.found(inFile: file)) }
      }
    }
    return Set(places.map { names[$0] }).sorted()
  }
}
