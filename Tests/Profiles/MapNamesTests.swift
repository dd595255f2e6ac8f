import Testing

@testable import Profiles

@Suite("Names in a program's map")
struct MapNamesTests {
  @Test("functions are known by the first half of MD5")
  func hashes() {
    #expect(NameHash.of([]) == 0x04b2_008f_d98c_1dd4)
    #expect(NameHash.of("abc".utf8) == 0xb04f_d23c_9850_0190)
    let long = "12345678901234567890123456789012345678901234567890123456789012345678901234567890"
    #expect(NameHash.of(long.utf8) == 0x55c9_e32b_a2f4_ed57)
  }

  @Test(
    "files have absolute paths",
    arguments: [
      ("a.swift", "/w/a.swift"), ("./b/../a.swift", "/w/a.swift"), ("/x/../a.swift", "/x/../a.swift"),
      ("../../../a", "/a"),
    ])
  func places(name: String, place: String) { #expect(FilePath.absolute(name, in: "/w") == place) }
}
