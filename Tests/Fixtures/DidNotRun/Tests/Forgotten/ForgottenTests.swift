import Testing

struct Forgotten {
  @Test func forgotten() {}
}
