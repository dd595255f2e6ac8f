import Explaining
import Faults
import Files
import Formats
import Foundation
import Integrator
package import Model
package import Reports
package import State
import Templates
import Threads
import Words

/// Lays the pages of an integration, and the exports they link to, into the site.
package struct PagePublishing {
  let state: StateFolder
  /// A folder of the user's, laid over the shipped templates.
  let templates: String?
  /// What is told of the integrations before.
  package var earlier = Earlier()
  /// What was told of it, and what became of that.
  package var messages: [Message] = []
  /// The integration of the same commit before Swift itself changed, where a page compares both.
  package var upgradedFrom: IntegrationNumber?
  /// The sources as they were integrated, where whoever asks has them already.
  package var sources: (@Sendable (PackagePath) -> [UInt8]?)?

  /// Its archive is about to be removed, so that its page says so.
  var letsArchiveGo = false

  package init(state: StateFolder, templates: String?) { (self.state, self.templates) = (state, templates) }

  static let exports = [
    "report.json", "summary.md", "junit.xml", "coverage.lcov", "cobertura.xml", "log.txt",
  ]

  /// Where `index.html` lies; also laid into `output` when there is one.
  package func publish(
    _ report: Report, _ order: Order, from folder: IntegrationFolder, output: String?
  ) throws -> String {
    let exports = Self.exports.filter { FileFacts(folder.file($0))?.isRegular == true }
    let files = exports + attachments(of: report, in: folder)
    let place = state.pages(report.bot, report.integration)
    do {
      let shipped = try SiteTemplates(user: templates)
      let (library, mark) = try shipped.read()
      var maker = mark
      maker.add(Program.maker)
      var input = input(report, order, folder, exports: exports, assets: shipped.assets())
      input.attached = { files.contains($0) ? contents(of: folder.file($0)) : nil }
      input.bytes = Dictionary(files.map { ($0, FileFacts(folder.file($0))?.size ?? 0) }) { first, _ in first
      }
      let pages = Site.pages(input, templates: library, maker: maker)
      let earlier = EarlierPages(order.earlierFolder.map { IntegrationFolder($0) }, site: state.site)
      try whole(place) { beside in
        let kept = try Self.lay(pages, at: beside, earlier: earlier)
        for name in files { try Self.share(folder.file(name), as: beside + "/" + name) }
        try Files.publish(EarlierPages.write(kept), as: folder.pages)
      }
      if let output {
        // Nothing lies beside a copy.
        input.standsAlone = true
        (input.earlier.pages, input.earlier.paged, input.upgradedFrom) = ([], [], nil)
        input.earlier.hasIssuePages = false
        let alone = Site.pages(input, templates: library)
        _ = try Self.lay(alone, at: output, earlier: EarlierPages(nil, site: ""))
      }
    } catch let problem as TemplateProblem {
      throw Explanation(
        doing: "making the pages of \(report.bot) \(report.integration)", wrong: "\(problem)",
        advice: "mend the template and run this again")
    }
    return place + "/index.html"
  }

  /// Files of their own, not what a test may have made a link to.
  private func attachments(of report: Report, in folder: IntegrationFolder) -> [String] {
    report.artifacts.map(\.path).filter { path in
      var status = stat()
      return (letsArchiveGo ? ["attachments/"] : ["attachments/", "archive/"]).contains(where: path.hasPrefix)
        && !path.pathParts.contains("..") && lstat(folder.file(path), &status) == 0
        && status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Side by side, because there may be thousands; those that did not change are not made again.
  private static func lay(
    _ pages: [SitePage], at folder: String, earlier: EarlierPages
  ) throws -> [EarlierPages.Row] {
    for parent in Set(pages.map { ($0.path as NSString).deletingLastPathComponent }) {
      try makeFolder(folder + "/" + parent)
    }
    let laid = Parallel.map(pages) { page in
      Result { () throws -> EarlierPages.Row? in
        let place = folder + "/" + page.path
        if let row = earlier.share(page, as: place) { return row }
        let bytes = try page.bytes()
        try Files.publish(bytes, as: place)
        return page.mark.map { ($0.text, bytes.count, page.path) }
      }
    }
    return try laid.compactMap { try $0.get() }
  }

  private func input(
    _ report: Report, _ order: Order, _ folder: IntegrationFolder, exports: [String],
    assets: [SiteInput.Asset]
  ) -> SiteInput {
    let detail = CoverageDetailFile(contents(of: folder.coverageDetail) ?? [])
    let settings = order.settings
    let package = settings.package == "." ? "" : "/" + settings.package
    var told = report
    // A former Bothy did not count them.
    told.changes?.files = (report.changes?.files ?? []).map { $0.counted(in: detail.file($0.path)) }
    var input = SiteInput(
      report: told, botName: order.settings.name, packagePath: order.repository)
    let commit = report.commit.flatMap { $0.changes ? nil : ["--commit", $0.id.rawValue] } ?? []
    let release =
      settings.configuration == .debug ? [] : ["--configuration", settings.configuration.rawValue]
    let file = order.botFile.flatMap { FileFacts($0) == nil ? nil : $0 }
    let bot = (file ?? state.botFile(of: report.bot)).map { ["--bot", $0] } ?? []
    let seconds = settings.tests.timeoutSeconds
    let isUsual = seconds == Bot.TestSettings().timeoutSeconds
    let limit = isUsual ? [] : ["--timeout", "\(Int(seconds.rounded(.up)))s"]
    input.runOptions =
      bot + (package.isEmpty ? [] : ["--package", settings.package]) + release + limit + commit
    // What a bot's folder is made of stays the bot's, and so do its issues.
    let isOfBot = !report.bot.rawValue.hasPrefix("local-") && !commit.isEmpty
    input.rerun = isOfBot ? "\(report.bot)\(report.integration)" : nil
    let stands = order.repository + package
    input.packageFolder = FileFacts(stands + "/Package.swift") == nil ? nil : stands
    input.folders = state.named(for: report.bot, from: order.botFile)
    input.link = settings.link
    // Never from the checkout: another integration may hold it by now.
    let kept = Later.whenAsked { KeptSources(of: report, order: order, in: folder) }
    input.source = sources ?? { kept.value.bytes(of: $0) }
    (input.detail, input.detailMark) = ({ detail.file($0) }, { detail.mark(of: $0) })
    let shown = contents(of: folder.changes).flatMap(ChangesJSON.decode)
    (input.changes, input.keepsChanges) = (shown?.files ?? [], shown != nil)
    input.changesBase = shown.flatMap { shown in
      shown.base.map { ($0, shown.lines.map { $0.counted(in: detail.file($0.path)) }, shown.note) }
    }
    input.testMap = contents(of: folder.testMap).flatMap(TestMapJSON.decode)
    input.log = contents(of: folder.log) ?? []
    input.logTimes = LogTimes(contents(of: folder.logTimes) ?? [])
    (input.exports, input.assets, input.earlier) = (exports, assets, earlier)
    (input.messages, input.upgradedFrom) = (messages, upgradedFrom)
    return input
  }

  /// Written beside, then renamed: a reader finds the old pages or the new ones, never half of them.
  private func whole(_ place: String, _ write: (String) throws -> Void) throws {
    let parent = (place as NSString).deletingLastPathComponent
    let beside = "\(parent)/.\((place as NSString).lastPathComponent)-\(getpid())"
    let old = beside + "-old"
    defer { for left in [beside, old] { try? FileManager.default.removeItem(atPath: left) } }
    try makeFolder(beside)
    FaultPoint.reach(.pagesBegun)
    try write(beside)
    FaultPoint.reach(.pagesLaid)
    // At one stroke where the file system can.
    guard !exchange(beside, place) else { return FaultPoint.reach(.pagesPublished) }
    if FileFacts(place) != nil { rename(place, old) }
    guard rename(beside, place) == 0 else {
      let said = String(cString: strerror(errno))
      rename(old, place)
      throw Explanation(
        doing: "publishing \(place)", wrong: said, advice: "look at who owns the folder \(parent)")
    }
    FaultPoint.reach(.pagesPublished)
  }

  /// What does not change any more needs no room of its own.
  static func share(_ file: String, as place: String) throws {
    try makeFolder((place as NSString).deletingLastPathComponent)
    let beside = "\(place).new-\(getpid())"
    unlink(beside)
    // A rename onto another name of the same file leaves both.
    defer { unlink(beside) }
    if link(file, beside) == 0, rename(beside, place) == 0 { return }
    guard FileFacts(file)?.isRegular == true else { return }
    try Files.publish(copyOf: file, as: place)
  }
}
