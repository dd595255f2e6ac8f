import Explaining
import Files
import Foundation
import Publishing
import Templates
import Terminal

/// `bothy template FILE [DATA.json]`: exactly the rendered bytes, or what is wrong and status 2.
struct TemplateCommand {
  let file: String
  /// A file with JSON, or `-`.
  var data: String?
  var lenient = false
  /// The root that partials are looked for in when they are not beside the file.
  let templates: String?
  var output = Output.standard
  var errors = Output.error

  func perform() throws -> Int32 {
    try check(file, isFolder: false)
    let (folders, name) = try place()
    let bytes: [UInt8]
    do {
      let value = try self.value()
      let library = folders.library
      let problems = library.problems(of: name, lenient: lenient)
      guard problems.isEmpty else { return tell(problems, folders) }
      bytes = try library.render(name, value, lenient: lenient)
    } catch let problem as TemplateProblem { return tell([problem], folders) }
    guard output.write(bytes) || errno == EPIPE else {
      throw Explanation(
        doing: doing, wrong: "it could not be written (\(String(cString: strerror(errno))))",
        advice: "look at where the output goes")
    }
    return 0
  }

  private var doing: String { "rendering the template \(file)" }

  private func wrong(_ what: String, _ advice: String) -> Explanation {
    Explanation(doing: doing, wrong: what, advice: advice, status: 2)
  }

  /// With the path that a person knows it by.
  private func tell(_ problems: [TemplateProblem], _ folders: TemplateFolders) -> Int32 {
    let lines = problems.map { problem in
      var problem = problem
      problem.file = problem.file.isEmpty ? data ?? "" : folders.path(of: problem.file)
      return problem.description
    }
    errors.write(ErrorText.lines(lines))
    return 2
  }

  /// A file of the templates folder is part of that; any other has its own folder laid over it.
  private func place() throws -> (TemplateFolders, name: String) {
    if let templates { try check(templates, isFolder: true) }
    let shipped = SiteTemplates.shippedFolder()
    let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    let own = templates.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    let folders = [templates, shipped].compactMap { $0 }
    do {
      for folder in [own, shipped].compactMap({ $0 }) where path.hasPrefix(folder + "/") {
        let name = String(path.dropFirst(folder.count + 1))
        return (try TemplateFolders(folders, file: file, as: name), name)
      }
      let place = URL(fileURLWithPath: file)
      let beside = [place.deletingLastPathComponent().path] + folders
      let name = place.lastPathComponent
      return (try TemplateFolders(beside, file: file, as: name), name)
    } catch {
      throw wrong(
        "a folder of templates cannot be read (\(error.localizedDescription))", "look at its permissions")
    }
  }

  private func check(_ path: String, isFolder: Bool) throws {
    guard let facts = FileFacts(path) else {
      throw wrong("there is no \(isFolder ? "folder" : "file") \(path)", "look at its name")
    }
    guard facts.isFolder == isFolder else {
      throw wrong(
        "\(path) is \(isFolder ? "no folder" : "a folder")",
        isFolder ? "name the folder of the templates" : "name a file in it")
    }
  }

  private func value() throws -> TemplateValue {
    switch data {
    case nil: return [:]
    case "-": return try TemplateJSON.read(json: Array(try FileHandle.standardInput.readToEnd() ?? Data()))
    case let path?:
      try check(path, isFolder: false)
      guard let data = FileManager.default.contents(atPath: path) else {
        throw wrong("\(path) cannot be read", "look at its permissions")
      }
      return try TemplateJSON.read(json: Array(data))
    }
  }
}
