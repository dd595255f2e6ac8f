import Explaining
import Model
import Ordering
import State
import Watcher
import Words

/// A look at a repository, which is fetched before where it lies on another machine: what was there before is
/// never taken for what is there now.
struct MirroredLook: Sendable {
  let state: StateFolder
  let environment: [String: String]

  func perform(_ question: LookQuestion) -> Sighting.Outcome {
    guard let remote = question.remote else { return WatchRefs.real(question) }
    let mirror = Mirror(question.bot, remote, question.access, state: state, environment: environment)
    do { try mirror.bring() } catch {
      let told = Explanation(error)
      guard let record = mirror.record, let since = record.failingSince, let why = record.why,
        let tried = record.tried
      else { return .trouble("\(told.wrong) (\(told.doing)): \(told.advice)") }
      let age = record.fetched.map { "; last fetched at \(Moment.local($0))" } ?? ""
      return .unreachable(
        Sighting.Unreachable(
          sentence: "\(remote.text) cannot be fetched since \(Moment.local(since)): \(why)\(age)",
          tried: "tried last at \(Moment.local(tried))"))
    }
    return WatchRefs.real(question)
  }
}
