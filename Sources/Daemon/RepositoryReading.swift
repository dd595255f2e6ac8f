import Git
import Integrator
import Model
import Ordering

/// What has to be known of a repository before an integration can be ordered.
struct RepositoryReading: Sendable {
  struct Question: Equatable, Sendable {
    var pending: Pending
    var settings: Bot
    /// Up to which commit its branch is integrated.
    var newest: CommitID?
  }

  /// What the package asks for.
  var asked: PackageSettings
  /// As HEAD is now.
  var base: BranchName?
  /// Who asks for a commit by hand may ask for an older one; what a branch brings is one only where something
  /// newer was integrated by hand while it waited. Nil where there is no repository to tell.
  var isOlder: Bool?
  /// Nor does its branch have it.
  var isOffBranch: Bool?

  init(_ question: Question) {
    let (pending, settings) = (question.pending, question.settings)
    asked = PackageSettings.read(
      .commit(pending.commit), repository: settings.repository, package: settings.package)
    base = BaseBranch.of(settings)
    let source = pending.request.source
    guard source == .manual || source.isReplaceable,
      let place = try? Repository.find(from: settings.repository), let repository = try? Repository(at: place)
    else { return }
    guard source == .manual else {
      if let branch = pending.branch, let newest = question.newest,
        (try? OlderCommit.isPassed(pending.commit, by: newest, on: branch, in: repository)) ?? false
      {
        isOlder = true
      }
      return
    }
    isOlder =
      (try? OlderCommit.isOlder(
        pending.commit, on: pending.branch, newest: question.newest, in: repository)) ?? true
    isOffBranch = (try? OlderCommit.isOff(pending.commit, pending.branch, in: repository)) ?? nil
  }
}
