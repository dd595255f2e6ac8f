import Files
import Foundation
import Model
import Words

/// The commands with which the package manager builds: it writes down each of them.
enum BuildPlan {
  static func bytes(buildFolder: String, _ configuration: Configuration) -> [UInt8] {
    contents(of: "\(buildFolder)/\(configuration.rawValue).yaml") ?? []
  }

  /// Each command's arguments stand in a line, as JSON writes a list. `holding`: of those with one of these
  /// words alone; reading all of a large plan takes a while.
  static func commands(_ plan: [UInt8], holding words: [String] = []) -> [[String]] {
    plan.lines(beginningWith: "args: [").compactMap { line in
      guard words.isEmpty || words.contains(where: Array(line).holds) else { return nil }
      return try? JSONDecoder().decode([String].self, from: Data(line.dropFirst(6)))
    }
  }

  /// What commands take and make, of those that make something with this ending.
  static func steps(_ plan: [UInt8], making ending: String) -> [(inputs: [String], outputs: [String])] {
    var steps: [(inputs: [String], outputs: [String])] = []
    var inputs: ArraySlice<UInt8> = []
    for line in plan.lines(beginningWith: "inputs: [", "outputs: [") {
      if line.first == UInt8(ascii: "i") {
        inputs = line
      } else if Array(line).holds(ending + "\"") {
        steps.append((list(inputs.dropFirst(8)), list(line.dropFirst(9))))
      }
    }
    return steps
  }

  /// What all commands make.
  static func outputs(_ plan: [UInt8]) -> [String] {
    plan.lines(beginningWith: "outputs: [").flatMap {
      (try? JSONDecoder().decode([String].self, from: Data($0.dropFirst(9)))) ?? []
    }
  }

  /// What it copies, and where to.
  static func copies(_ plan: [UInt8]) -> [(source: String, copy: String)] {
    guard plan.holds("tool: copy-tool") else { return [] }
    var copies: [(String, String)] = []
    var (isCopy, source) = (false, String?.none)
    for line in plan.lines(beginningWith: "tool: ", "inputs: [", "outputs: [") {
      if line.first == UInt8(ascii: "t") {
        (isCopy, source) = (line.elementsEqual("tool: copy-tool".utf8), nil)
      }
      guard isCopy else { continue }
      if line.first == UInt8(ascii: "i") {
        source = list(line.dropFirst(8)).first
      } else if let from = source, let to = list(line.dropFirst(9)).first {
        copies.append((from, to))
      }
    }
    return copies
  }

  private static func list(_ json: ArraySlice<UInt8>) -> [String] {
    (try? JSONDecoder().decode([String].self, from: Data(json))) ?? []
  }

  /// What it makes in the build folder, each named from the folder of machine and configuration on.
  static func made(buildFolder: String, _ configuration: Configuration) -> Set<String> {
    let tops = Set([buildFolder, URL(fileURLWithPath: buildFolder).resolvingSymlinksInPath().path])
    let plan = bytes(buildFolder: buildFolder, configuration)
    return Set(
      outputs(plan).compactMap { output in
        guard let top = tops.first(where: { output.hasPrefix($0 + "/") }) else { return nil }
        let parts = output.dropFirst(top.count + 1).split(separator: "/")
        return parts.count > 2 ? parts.dropFirst(2).joined(separator: "/") : nil
      })
  }
}
