import Explaining
import HTTP
public import Model

/// What commands tell, as they tell it: with their words, their refusals and what they end with.
public struct CommandAnswers: Sendable {
  public var words: @Sendable (Telling) throws -> ToldWords
  public var log: @Sendable (BotID, IntegrationNumber?) throws -> ToldLog

  /// What the command of the same name would have ended with.
  static let status = "Bothy-Exit-Status"

  public init(
    words: @escaping @Sendable (Telling) throws -> ToldWords,
    log: @escaping @Sendable (BotID, IntegrationNumber?) throws -> ToldLog
  ) {
    (self.words, self.log) = (words, log)
  }

  /// - Parameter seesAll: who asks may know of all bots that there are.
  func answer(_ telling: Telling, seesAll: Bool) throws(Refusal) -> HTTPAnswer {
    let told: ToldWords
    do { told = try words(telling) } catch { throw Self.refusal(error, seesAll: seesAll) }
    let headers = [
      ("Content-Type", telling.type), ("Cache-Control", "private, no-store"), (Self.status, "\(told.status)"),
    ]
    return HTTPAnswer(200, ContentPolicy.headers() + headers, .bytes(told.bytes))
  }

  /// A part of it where that is asked for, so that whoever follows it reads on.
  func answer(
    logOf bot: BotID, _ number: IntegrationNumber?, _ request: HTTPRequest, _ site: SiteAnswers,
    seesAll: Bool
  ) throws(Refusal) -> HTTPAnswer {
    let log: ToldLog
    do { log = try self.log(bot, number) } catch { throw Self.refusal(error, seesAll: seesAll) }
    guard case .file(let file) = ServedFolder(log.folder).look(["log.txt"]) else {
      guard log.isGrowing else { throw Refusal(404, "\(bot) \(log.number) left no log.", exitStatus: 5) }
      return HTTPAnswer(416, ContentPolicy.headers() + [("Bothy-Growing", "1")])
    }
    var answer = site.answer(file, ["log.txt"], request, mayCompress: false)
    answer.headers += [
      (Self.status, "0"), ("Bothy-Growing", log.isGrowing ? "1" : "0"),
      ("Bothy-Integration", "\(log.number.value)"),
    ]
    return answer
  }

  /// What a command says, and ends with 2 where nothing is there by that name, with 4 while it runs.
  static func refusal(_ error: any Error, seesAll: Bool) -> Refusal {
    let whole = Explanation(error, doing: "telling that")
    let told = seesAll ? whole : whole.discreet
    let status = told.status == 2 ? 404 : told.status == 4 ? 409 : 503
    return Refusal(status, told.sentence, exitStatus: told.status)
  }
}
