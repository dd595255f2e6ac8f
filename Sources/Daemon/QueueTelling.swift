import Git
import Model

/// Says of the newest commit of each branch that waits what it is, as far as its repository can be read now.
enum QueueTelling {
  static func told(_ now: BotNow, in repository: String?) -> BotNow {
    // One that is in trouble may never answer.
    guard !now.waiting.isEmpty, now.trouble == nil, let repository,
      let place = try? Repository.find(from: repository), let opened = try? Repository(at: place)
    else { return now }
    let newest = Set(QueueLine.all(now.waiting).map(\.newest.pending.turn))
    var told = now
    for index in now.waiting.indices where newest.contains(now.waiting[index].pending.turn) {
      let record = try? opened.commit(now.waiting[index].pending.commit.rawValue)
      told.waiting[index].told = record.map { QueuePlace.Told(subject: $0.subject, author: $0.author) }
    }
    return told
  }
}
