import Explaining
import Files
import Foundation
import Publishing
import Templates
package import Terminal

/// `bothy template FILE [DATA.json]`: exactly the rendered bytes, or what is wrong and status 2.
package struct TemplateCommand {
  let options: TemplateOptions
  /// The root that partials are looked for in when they are not beside the file.
  let templates: String?
  var output = Output.standard
  var errors = Output.error

  package func perform() throws -> Int32 {
    let file = try existing(options.file, isFolder: false)
    let (folders, name) = try place(of: file)
    var bytes: [UInt8] = []
    do {
      let value = try self.value()
      let library = TemplateLibrary(names: folders.names, source: folders)
      let problems = library.problems(of: name, lenient: options.lenient)
      guard problems.isEmpty else { return tell(problems, folders) }
      try library.template(name).render(value, lenient: options.lenient, into: &bytes)
    } catch let problem as TemplateProblem {
      return tell([problem], folders)
    }
    guard output.write(bytes) || errno == EPIPE else {
      throw Explanation(
        doing: doing, wrong: "it could not be written (\(String(cString: strerror(errno))))",
        advice: "look at where the output goes", status: 5)
    }
    return 0
  }

  private var doing: String { "rendering the template \(options.file)" }

  private func wrong(_ what: String, _ advice: String) -> Explanation {
    Explanation(doing: doing, wrong: what, advice: advice, status: 2)
  }

  /// With the path that a person knows it by.
  private func tell(_ problems: [TemplateProblem], _ folders: TemplateFolders) -> Int32 {
    let lines = problems.map { problem in
      var problem = problem
      problem.file = problem.file.isEmpty ? options.data ?? "" : folders.path(of: problem.file)
      return problem.description
    }
    errors.write(ErrorText.lines(lines))
    return 2
  }

  /// A file of the templates folder is part of that; any other has its own folder laid over it.
  private func place(of file: String) throws -> (TemplateFolders, name: String) {
    let root = try templates.map { try existing($0, isFolder: true) }
    let shipped = [SiteTemplates.shippedFolder()].compactMap { $0 }
    let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    do {
      if let root {
        let prefix = URL(fileURLWithPath: root).resolvingSymlinksInPath().path + "/"
        if path.hasPrefix(prefix) {
          let name = String(path.dropFirst(prefix.count))
          return (try TemplateFolders([root] + shipped, file: options.file, as: name), name)
        }
      }
      if let folder = shipped.first, path.hasPrefix(folder + "/") {
        let name = String(path.dropFirst(folder.count + 1))
        return (
          try TemplateFolders((root.map { [$0] } ?? []) + shipped, file: options.file, as: name), name
        )
      }
      let own = URL(fileURLWithPath: file).deletingLastPathComponent().path
      let name = URL(fileURLWithPath: file).lastPathComponent
      return (
        try TemplateFolders([own] + (root.map { [$0] } ?? []) + shipped, file: options.file, as: name), name
      )
    } catch {
      throw wrong(
        "a folder of templates cannot be read (\(error.localizedDescription))", "look at its permissions")
    }
  }

  private func existing(_ path: String, isFolder: Bool) throws -> String {
    var isDirectory = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw wrong("there is no \(isFolder ? "folder" : "file") \(path)", "look at its name")
    }
    guard isDirectory.boolValue == isFolder else {
      throw wrong(
        "\(path) is \(isFolder ? "no folder" : "a folder")",
        isFolder ? "name the folder of the templates" : "name a file in it")
    }
    return path
  }

  private func value() throws -> TemplateValue {
    switch options.data {
    case nil: return [:]
    case "-":
      return try TemplateJSON.read(json: Array(try FileHandle.standardInput.readToEnd() ?? Data()))
    case let path?:
      let file = try existing(path, isFolder: false)
      guard let data = FileManager.default.contents(atPath: file) else {
        throw wrong("\(path) cannot be read", "look at its permissions")
      }
      return try TemplateJSON.read(json: Array(data))
    }
  }
}

extension TemplateCommand {
  package init(_ options: TemplateOptions, in context: CommandContext) {
    self.init(
      options: options, templates: context.templates)
  }
}
