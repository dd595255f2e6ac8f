import Testing

private struct Hidden { @Test func secret() {} }
private struct Elsewhere { @Test func one() {} }
