import Model
import Testing

@Suite("How long it usually takes")
struct UsualTests {
  @Test(
    "it is the median of the like, and nothing where they are too far apart",
    arguments: [
      ([], nil), ([5], 5), ([5, 7], 6), ([1, 2, 3], 2), ([75, 5], nil), ([1, 2, 100, 3, 4], 3),
      ([60, 5, 70, 6, 65], nil), ([0.1, 0.5], 0.3), ([900, 5, 5.5, 6], 5.75), ([.infinity, 1], nil),
    ] as [([Double], Double?)])
  func seconds(values: [Double], usual: Double?) {
    let found = Usual.seconds(values)
    #expect((found == nil) == (usual == nil))
    if let found, let usual { #expect(abs(found - usual) < 1e-9) }
  }
}
