import Model
import Testing

@Suite("A place in what a macro expands to")
struct MacroPlaceTests {
  private static let folder = "/tmp/swift-generated-sources/"

  @Test("names the line in the source where an expression is a macro")
  func expression() throws {
    let file = Self.folder + "@__swiftmacro_8LibTests0019LibTestsswift_DJEEdfMX30_8_6expectfMf_.swift"
    let place = try #require(MacroPlace(file: file, line: 2))
    #expect(place.line == 2 && place.call == 31 && place.isExpectation)
    #expect(place.isIn("Tests/LibTests/LibTests.swift"))
    #expect(!place.isIn("Tests/LibTests/Other.swift") && !place.isIn("Tests/LibTests/…"))
    let own = Self.folder + "@__swiftmacro_3Lib0010Libswift_abcfMX13_12_9stringifyfMf_.swift"
    let other = try #require(MacroPlace(file: own, line: 1))
    #expect(other.call == 14 && !other.isExpectation)
  }

  @Test("is that of no source beside a declaration, and none without a line")
  func declaration() throws {
    let file = Self.folder + "@__swiftmacro_8LibTests1TV8a_unwrap4TestfMp_.swift"
    #expect(MacroPlace(file: file, line: 5)?.call == nil && MacroPlace(file: file, line: 5)?.line == 5)
    #expect(MacroPlace(file: file, line: 0) == nil && MacroPlace(file: file, line: nil) == nil)
  }
}
