import Git
import Integrator
import Model
import Ordering

/// What has to be known of a repository before an integration can be ordered.
struct RepositoryReading: Sendable {
  struct Question: Equatable, Sendable {
    var pending: Pending
    var settings: Bot
    /// Up to which commit its branch is integrated, of one that is asked for by hand.
    var newest: CommitID?
  }

  /// What the package asks for.
  var asked: PackageSettings
  /// As HEAD is now.
  var base: BranchName?
  /// Who asks for a commit by hand may ask for an older one; what a branch brings is never that. Nil where
  /// there is no repository to tell.
  var isOlder: Bool?
  /// Nor does its branch have it.
  var isOffBranch: Bool?

  init(_ question: Question) {
    let (pending, settings) = (question.pending, question.settings)
    asked = PackageSettings.read(
      .commit(pending.commit), repository: settings.repository, package: settings.package)
    base = BaseBranch.of(settings)
    guard pending.request.source == .manual, let place = try? Repository.find(from: settings.repository),
      let repository = try? Repository(at: place)
    else { return }
    isOlder =
      (try? OlderCommit.isOlder(
        pending.commit, on: pending.branch, newest: question.newest, in: repository)) ?? true
    isOffBranch = (try? OlderCommit.isOff(pending.commit, pending.branch, in: repository)) ?? nil
  }
}
