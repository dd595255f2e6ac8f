import ThirtySwiftTesting
import Testing

struct Thirty {
  @Test func test01() {
    #expect(f01() > 0)
  }

  @Test func test02() {
    #expect(f02() > 0)
  }

  @Test func test03() {
    #expect(f03() > 0)
  }

  @Test func test04() {
    #expect(f04() > 0)
  }

  @Test func test05() {
    #expect(f05() > 0)
  }

  @Test func test06() {
    #expect(f06() > 0)
  }

  @Test func test07() {
    #expect(f07() > 0)
  }

  @Test func test08() {
    #expect(f08() > 0)
  }

  @Test func test09() {
    #expect(f09() > 0)
  }

  @Test func test10() {
    #expect(f10() > 0)
  }

  @Test func test11() {
    #expect(f11() > 0)
  }

  @Test func test12() {
    #expect(f12() > 0)
  }

  @Test func test13() {
    #expect(f13() > 0)
  }

  @Test func test14() {
    #expect(f14() > 0)
  }

  @Test func test15() {
    #expect(f15() > 0)
  }

  @Test func test16() {
    #expect(f16() > 0)
  }

  @Test func test17() {
    #expect(f17() > 0)
  }

  @Test func test18() {
    #expect(f18() > 0)
  }

  @Test func test19() {
    #expect(f19() > 0)
  }

  @Test func test20() {
    #expect(f20() > 0)
  }

  @Test func test21() {
    #expect(f21() > 0)
  }

  @Test func test22() {
    #expect(f22() > 0)
  }

  @Test func test23() {
    #expect(f23() > 0)
  }

  @Test func test24() {
    #expect(f24() > 0)
  }

  @Test func test25() {
    #expect(f25() > 0)
  }

  @Test func test26() {
    #expect(f26() > 0)
  }

  @Test func test27() {
    #expect(f27() > 0)
  }

  @Test func test28() {
    #expect(f28() > 0)
  }

  @Test func test29() {
    #expect(f29() == 0)
  }

  @Test func test30() {
    #expect(f30() > 0)
  }
}
