import Foundation
import Model
import Processes
import Testing

@testable import Integrator

@Suite("The list of steps")
struct StepListTests {
  private struct Probe: Step {
    var phase: Phase.Kind
    var action: Bot.Action?
    var lasts = false
    var told = Phase.Status.passed
    var body: @Sendable () throws -> Void = {}

    func outlasts(_ facts: Facts) -> Bool { lasts }
    func status(_ facts: Facts) -> Phase.Status { told }
    func carryOut(_ facts: inout Facts, at workbench: Workbench) throws {
      workbench.note("\(phase.rawValue)\(lasts ? " lasts" : "")")
      try body()
    }
  }
  private struct Unforeseen: Error {}

  private let end: [any Step] = [Judge(), WriteExports()]

  @Test("the steps of a phase stand together, in the order of the phases, and the last phase always ends")
  func list() {
    let all = Phase.Kind.allCases
    let order = Steps.all.compactMap { all.firstIndex(of: $0.phase) }
    #expect(order == order.sorted())
    let facts = Facts(
      report: Report(
        bot: "b", integration: 1, result: .canceled, reason: "", commit: nil, toolchain: "",
        configuration: .debug, queued: Date(), started: Date()), evidence: Judgement.Evidence())
    // That nothing is archived is told, too.
    #expect(Steps.all.filter { $0.outlasts(facts) }.allSatisfy { [.archive, .report].contains($0.phase) })
    #expect(Steps.all.filter { $0.phase == .report }.allSatisfy { $0.outlasts(facts) })
  }

  @Test("after a stop only what outlasts it is done, and a phase without such a step is not begun")
  func stop() throws {
    let world = try SmallWorld()
    let steps: [any Step] = [
      Probe(phase: .checkout), Probe(phase: .build, body: { throw Unforeseen() }), Probe(phase: .build),
      Probe(phase: .build, lasts: true), Probe(phase: .test),
    ]
    let report = try world.perform(steps: steps + end)
    #expect(report.notes == ["checkout", "build", "build lasts"])
    #expect(report.phases.map(\.name) == [.checkout, .build, .report])
    #expect(report.phases.map(\.status) == [.passed, .failed, .passed])
    #expect(report.result == .internalError && report.reason.hasPrefix("integrating: "))
  }

  @Test("a step that an action asks for is done with that action alone")
  func action() throws {
    let steps: [any Step] = [
      Probe(phase: .analyze, action: .analyze), Probe(phase: .archive, action: .archive),
    ]
    let world = try SmallWorld()
    let report = try world.perform(world.order { $0.settings.actions = [.archive] }, steps: steps + end)
    #expect(report.phases.map(\.name) == [.archive, .report])
  }

  @Test("a step can say that its phase failed though nothing stops")
  func status() throws {
    let steps: [any Step] = [
      Probe(phase: .analyze), Probe(phase: .analyze, told: .failed), Probe(phase: .test),
    ]
    let report = try SmallWorld().perform(steps: steps + end)
    #expect(report.phases.map(\.status) == [.failed, .passed, .passed])
  }

  @Test("canceled between two phases, the next one is canceled")
  func canceledBetween() throws {
    let world = try SmallWorld()
    let steps: [any Step] = [
      Probe(phase: .checkout, body: { world.cancellation.cancel() }), Probe(phase: .resolve),
    ]
    let report = try world.perform(steps: steps + end)
    #expect(report.notes == ["checkout"] && report.reason == "It was ended on request in the resolve phase")
    #expect(report.phases.map(\.status) == [.passed, .canceled, .passed])
  }
}
