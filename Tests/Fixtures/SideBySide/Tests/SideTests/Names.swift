import Testing

@Test(arguments: [1]) func over(_ n: Int) {}
@Test(arguments: ["a"]) func over(_ n: String) async { try? await Task.sleep(for: .milliseconds(300)) }
@Test private func same() {}
@Test func crashes() async {
  try? await Task.sleep(for: .milliseconds(100))
  fatalError("boom")
}
