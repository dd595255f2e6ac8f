import Testing
import Words

@Suite("Figures")
struct FiguresTests {
  @Test(
    "numbers are grouped by thousands",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1234, "-1,234"),
      (.min, "-9,223,372,036,854,775,808"),
    ])
  func grouped(number: Int, expected: String) {
    #expect(Figures.grouped(number) == expected)
  }

  @Test("one is singular, none and many are plural")
  func counts() {
    #expect([0, 1, 1234].map { Figures.count($0, "test") } == ["0 tests", "1 test", "1,234 tests"])
    #expect(Figures.count(2, "repository", "repositories") == "2 repositories")
  }

  @Test(
    "no percentage claims more than there is",
    arguments: [
      (4102, 4785, "85.7 %"), (99_999, 100_000, "99.9 %"), (1, 100_000, "0.1 %"), (5, 5, "100.0 %"),
      (0, 5, "0.0 %"), (0, 0, "–"), (.max, .max, "100.0 %"),
    ])
  func percent(part: Int, whole: Int, expected: String) {
    #expect(Figures.percent(part, of: whole) == expected)
  }

  @Test(
    "sizes are decimal, with one decimal",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1500, "1.5 kB"),
      (999_949, "999.9 kB"), (999_950, "1.0 MB"), (412_345_678, "412.3 MB"), (1 << 30, "1.1 GB"),
      (1_000_000_000_000, "1.0 TB"), (-5, "0 bytes"), (.max, "9,223,372.0 TB"),
    ])
  func bytes(count: Int, expected: String) {
    #expect(Figures.bytes(count) == expected)
  }

  @Test(
    "durations are as precise as anyone needs at that length",
    arguments: [
      (0, "< 1 ms"), (0.012, "12 ms"), (0.9994, "999 ms"), (0.9996, "1.0 s"), (9.94, "9.9 s"), (9.96, "10 s"),
      (12.7, "13 s"), (65, "1 min 05 s"), (7620, "2 h 07 min"), (-.infinity, "0 s"), (-1, "0 s"),
    ] as [(Double, String)])
  func durations(seconds: Double, expected: String) {
    #expect(Figures.duration(seconds) == expected)
  }

  @Test("a time that moves is never ahead of itself")
  func moving() {
    #expect(
      [0, 0.9, 12.9, 65.5, 7620].map(Figures.movingDuration) == [
        "0 s", "0 s", "12 s", "1 min 05 s", "2 h 07 min",
      ])
  }
}
