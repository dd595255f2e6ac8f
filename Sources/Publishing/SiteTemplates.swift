import Explaining
import Files
import Foundation
import Model
import Processes
import Reports
import Synchronization
package import Templates
import Words

/// The templates that came with the program, with a folder of the user's laid over them, file by file.
package struct SiteTemplates {
  /// The first one that has a file wins.
  private let folders: [String]
  /// What came with the program.
  let shipped: String

  init(user: String?) throws {
    guard let shipped = Self.shippedFolder() else {
      throw Explanation(
        doing: "looking for the templates", wrong: "there is no folder of templates beside the program",
        advice: "install Bothy again, or run it from its own folder")
    }
    self.shipped = shipped
    guard let user else {
      folders = [shipped]
      return
    }
    guard FileFacts(user)?.isFolder == true else {
      throw Explanation(
        doing: "looking for your templates", wrong: "there is no folder \(user)",
        advice: "check --templates and $BOTHY_TEMPLATES", status: 2)
    }
    folders = [user, shipped]
  }

  /// From the program's real place upwards: the project's root, or where it was installed.
  package static func shippedFolder() -> String? {
    var folder = ProgramSearch.own
    while folder.count > 1 {
      folder = (folder as NSString).deletingLastPathComponent
      for place in ["/share/bothy/templates", "/templates"] {
        let found = folder == "/" ? place : folder + place
        if FileFacts(found + "/pages/integration.html.mustache") != nil { return found }
      }
    }
    return nil
  }

  func files() throws -> TemplateFolders { try TemplateFolders(folders) }

  /// What each page's template is given.
  func shapes() throws -> [String: TemplateShape] {
    guard let json = contents(of: shipped + "/shapes.json") else {
      throw Explanation(
        doing: "looking for what pages give their templates", wrong: "there is no \(shipped)/shapes.json",
        advice: "install Bothy again")
    }
    return try TemplateShape.ofPages(json: json)
  }

  /// The templates as they are now, and a mark of all that is in the files, whichever folder each comes from.
  /// Compiled once for as long as they say the same: the pages above an integration are made after its own.
  func read() throws -> (library: TemplateLibrary, mark: ContentMark) {
    let files = try files()
    var mark = ContentMark()
    var read: [String: [UInt8]] = [:]
    for name in files.names {
      mark.add(name)
      read[name] = try? files.bytes(of: name)
      if read[name] == nil { mark.add(-1) }
      mark.add(read[name] ?? [])
    }
    if let compiled = Self.compiled.withLock({ $0 }), compiled.mark == mark { return compiled }
    let library = TemplateLibrary(names: files.names) { read[$0] }
    Self.compiled.withLock { $0 = (library, mark) }
    return (library, mark)
  }

  private static let compiled = Mutex<(library: TemplateLibrary, mark: ContentMark)?>(nil)

  /// All templates, as paths below their folder.
  package static func names(user: String?) throws -> [String] { try SiteTemplates(user: user).files().names }

  /// What any template makes of values: those of messages have no page of their own.
  package static func renderer(
    user: String?
  ) -> (String, [String: TemplateValue]) throws -> [UInt8] {
    { template, values in
      try SiteTemplates(user: user).read().library.render(template, .object(values))
    }
  }

  func assets() -> [SiteInput.Asset] {
    let names = Set(folders.flatMap { FileTree.names(below: $0 + "/assets") })
    return names.sorted().compactMap { name in
      for folder in folders {
        guard let bytes = contents(of: folder + "/assets/" + name) else { continue }
        // What is a user's is sent as it was written.
        return (name, folder == folders.last ? TightAsset.bytes(name, bytes) : bytes)
      }
      return nil
    }
  }
}
