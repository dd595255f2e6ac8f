import Explaining
import Faults
import Files

extension StateFolder {
  /// Makes what must be there before anything is kept.
  package func open() throws {
    do {
      try makeFolder(path, mode: 0o700)
      try spareRoom.take()
      FaultPoint.reach(.stateMade)
    } catch let error as FileError {
      throw Explanation(
        doing: "opening the state directory \(path)", wrong: error.wrong,
        advice: "mend that, or choose another one with --state DIR")
    }
  }
}
