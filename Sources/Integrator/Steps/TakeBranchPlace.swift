import Explaining
import Foundation
import Model
import State

/// Before anything looks at what is checked out and built: that it is of the branch that is integrated.
struct TakeBranchPlace: Step {
  let phase = Phase.Kind.checkout

  func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
    let order = workbench.order
    // What is built from here on is another's.
    if order.mapping == nil {
      try? FileManager.default.removeItem(atPath: StateFolder.mapWish(beside: order.checkoutFolder))
    }
    let turn = BranchTurn(workbench)
    do {
      try turn.places.mend()
      // What was built last is looked at as it is.
      if order.mapping == nil { try turn.take() }
    } catch PhaseStop.canceled {
      throw PhaseStop.canceled
    } catch {
      workbench.note(
        "All was built anew, because what was built for another branch could not be put aside: "
          + Explanation(error).wrong.ended)
      try turn.places.startAnew(as: workbench.order.branch)
    }
  }
}
