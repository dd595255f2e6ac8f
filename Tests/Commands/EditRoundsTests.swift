import Model
import Testing

@testable import Commands

@Suite("Rounds behind each save")
struct EditRoundsTests {
  private typealias Rounds = EditRounds<Int>

  @Test("a save begins a round, and the same state of the tree none")
  func save() {
    var rounds = Rounds()
    #expect(rounds.saw(1) == .begin(.all))
    #expect(rounds.saw(1) == .wait)
    #expect(rounds.ended(leaves: nil) == .wait)
    #expect(rounds.saw(1) == .wait)
    #expect(rounds.saw(2) == .begin(.all))
  }

  @Test("a save while one runs cancels it once, and the next begins when it has ended")
  func during() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    #expect(rounds.saw(2) == .cancel)
    #expect(rounds.isSuperseded)
    #expect(rounds.saw(3) == .wait)
    #expect(rounds.saw(3) == .wait)
    #expect(rounds.ended(leaves: .map) == .begin(.all))
    #expect(!rounds.isSuperseded)
    #expect(rounds.ended(leaves: nil) == .wait)
  }

  @Test("a build that took long is let come to its end, and so is one behind one that was cut off")
  func built() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    #expect(rounds.saw(2, building: 60) == .letBuild)
    #expect(rounds.isSuperseded)
    #expect(rounds.saw(3, building: 61) == .wait)
    #expect(rounds.built(.passed) == .cancel)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.saw(4, building: 1) == .cancel)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.saw(5, building: 1) == .letBuild)
    // It may end as it builds, by an error.
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.saw(6, building: 1) == .cancel)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.built(.passed) == .wait)
    #expect(rounds.saw(7, building: 1) == .cancel)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.built(.passed) == .wait)
    #expect(rounds.saw(8) == .cancel)
  }

  @Test("a build that was ended for a save is cut off, whether its phase is heard of before its end or not")
  func cutOff() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    #expect(rounds.saw(2, building: 1) == .cancel)
    #expect(rounds.built(.canceled) == .wait)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.saw(3, building: 1) == .letBuild)
    #expect(rounds.built(.failed) == .cancel)
  }

  @Test("what was saved and taken back while a round ran is integrated once more: it may have seen either")
  func back() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    #expect(rounds.saw(2) == .cancel)
    #expect(rounds.saw(1) == .wait)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.ended(leaves: nil) == .wait)
  }

  @Test("the map is made while nothing else is to be done, and gives way to a save and to a key")
  func map() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    #expect(rounds.ended(leaves: .map) == .begin(.map))
    #expect(rounds.saw(2) == .cancel)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
    #expect(rounds.ended(leaves: .map) == .begin(.map))
    #expect(rounds.asked(.failed) == .cancel)
    #expect(rounds.ended(leaves: nil) == .begin(.failed))
    #expect(rounds.ended(leaves: nil) == .wait)
  }

  @Test("a key that asks for less never takes the place of a save")
  func less() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    _ = rounds.saw(2)
    _ = rounds.asked(.failed)
    #expect(rounds.ended(leaves: nil) == .begin(.all))
  }

  @Test("a package that is gone ends what runs, and is integrated when it is there again")
  func gone() {
    var rounds = Rounds()
    _ = rounds.saw(1)
    #expect(rounds.lost() == .cancel)
    #expect(rounds.lost() == .wait)
    #expect(rounds.ended(leaves: .map) == .wait)
    #expect(rounds.lost() == .wait)
    #expect(rounds.saw(1) == .begin(.all))
  }
}
