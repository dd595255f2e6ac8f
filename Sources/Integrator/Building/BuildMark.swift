import Files
import Formats
import Foundation
import Git
import Model
import Words

/// What swift was asked to build, wherever that was, and what builds and tests may have from outside of the
/// checkout: two integrations of one commit are alike only where it is the same.
struct BuildMark {
  let text: String

  init(_ workbench: Workbench) {
    let order = workbench.order
    let plan = BuildPlan.bytes(buildFolder: order.buildFolder, workbench.settings.configuration)
    var mark = ContentMark(
      plan.replacing(order.buildFolder, with: "build").replacing(order.checkoutFolder, with: "checkout"))
    OutsidePackages(buildFolder: order.buildFolder, checkoutFolder: order.checkoutFolder).add(to: &mark)
    LinkedOutside(checkoutFolder: order.checkoutFolder).add(to: &mark)
    ReadOutside(workbench).add(to: &mark, plan)
    // Manifests and tests may ask for what whoever typed the command has set.
    for (name, value) in workbench.surroundings.environment.sorted(by: { $0.key < $1.key }) {
      guard LastingVariables.has(name) else { continue }
      mark.add(name)
      mark.add(value)
    }
    // Line ends may be others on the disk though git finds nothing changed.
    let rules = (try? Repository(at: Repository.find(from: order.repository)))?.fileRules ?? ""
    if !rules.isEmpty { mark.add(rules) }
    text = mark.short
  }
}

/// What links in a checkout lead to outside of it: no commit says what that is.
struct LinkedOutside {
  let checkoutFolder: String

  private static let most = 20_000

  /// `inside`: of a folder, nil where there is too much in it.
  typealias Target = (link: String, path: String, facts: FileFacts, inside: [String]?)

  var targets: [Target] {
    let standing = FileStanding.all(below: checkoutFolder, most: .max) {
      [".git", ".build", ".swiftpm"].contains($0.split(separator: "/").last ?? "")
    }
    let links = (standing ?? []).filter(\.isLink)
    guard !links.isEmpty else { return [] }
    let own = URL(fileURLWithPath: checkoutFolder).resolvingSymlinksInPath().path + "/"
    return links.compactMap { found in
      let path = URL(fileURLWithPath: checkoutFolder + "/" + found.name).resolvingSymlinksInPath().path
      guard !path.hasPrefix(own), let facts = FileFacts(path) else { return nil }
      guard facts.isFolder else { return (found.name, path, facts, []) }
      let inside = FileStanding.all(below: path, most: Self.most, skipping: { _ in false })
      return (found.name, path, facts, inside?.map(\.name))
    }
  }

  func add(to mark: inout ContentMark) {
    for target in targets {
      mark.add("\(target.link) \(target.path) \(target.facts.stamp)")
      guard let inside = target.inside else {
        // Of so many nobody knows whether they are what they were.
        mark.add(UUID().uuidString)
        continue
      }
      for name in inside {
        let facts = FileFacts(target.path + "/" + name)
        mark.add("\(name) \(facts?.stamp ?? "")")
      }
    }
  }
}

/// Headers and libraries of the machine, the system's too.
struct ReadOutside {
  private let buildFolder: String
  private let configuration: Configuration
  private let inside: [String]

  init(_ workbench: Workbench) {
    (buildFolder, configuration) = (workbench.order.buildFolder, workbench.settings.configuration)
    inside = [workbench.order.checkoutFolder, buildFolder].map { $0 + "/" }
  }

  func add(to mark: inout ContentMark, _ plan: [UInt8]) {
    mark.add(contents(of: SystemHeaders.file(in: buildFolder)) ?? [])
    let files = CompiledFiles(buildFolder: buildFolder)
    let lists = files.readLists(configuration)
    let headers = Set(lists.flatMap { MakeDependencies.read(contents(of: $0) ?? []) })
    for file in headers.union(libraries(in: plan)).sorted() {
      guard !inside.contains(where: file.hasPrefix), let facts = FileFacts(file) else { continue }
      mark.add("\(file) \(facts.stamp)")
    }
  }

  /// Which files flags of the linker lead to.
  private func libraries(in plan: [UInt8]) -> Set<String> {
    func words(from head: String, to tail: String = "") -> Set<String> {
      plan.words(between: "\"', \n[]", from: head, to: tail)
    }
    let folders = words(from: "-L/").map { $0.dropFirst(2) }
    let names = words(from: "-l").map { $0.dropFirst(2) }.filter { !$0.isEmpty }
    let found = folders.flatMap { folder in
      names.flatMap { ["\(folder)/lib\($0).a", "\(folder)/lib\($0).so"] }
    }
    return words(from: "/", to: ".a").union(words(from: "/", to: ".so")).union(found)
  }
}
