import Foundation
import Kit
import Model
import Testing

extension BaseSearchTests {
  @Test("where the base branch was only integrated with other tests or otherwise built, that is the reason")
  func otherwise() throws {
    let one = try tree.commit("1")
    try tree.git("checkout", "-q", "-b", "feature")
    let mine = try tree.commit("f")
    let newest = try integrated([(4, one)])[0]
    let skipping = base(of: mine, [], otherwise: newest) { $0.tests.skips = ["Slow"] }
    #expect(
      skipping == "Not compared with main: #4, the newest of it, ran all tests, and this one without Slow.")
    let release = base(of: mine, [], otherwise: newest) { $0.configuration = .release }
    let built = "Not compared with main: #4, the newest of it, was built for debug, and this one for release."
    #expect(release == built)
    let later = try integrated([(5, mine)])
    #expect(
      base(of: one, later, otherwise: newest)
        == "Not compared with main: main has no complete integration of a commit, with the tests and the "
        + "configuration of this one, at or before \(one.prefix(8)), the newest that both have.")
    try FileManager.default.removeItem(atPath: scratch.path + "/integrations/4")
    #expect(
      base(of: mine, [], otherwise: newest)
        == "Not compared with main: #4, the newest of it, had other tests or another configuration.")
  }
}
