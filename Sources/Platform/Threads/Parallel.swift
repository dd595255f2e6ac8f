internal import Dispatch
internal import Synchronization

/// The same work on many values, on all cores; the answers come in the order of the values.
public enum Parallel {
  public static func map<Value: Sendable, Answer: Sendable>(
    _ values: [Value], _ body: @Sendable (Value) -> Answer
  ) -> [Answer] {
    let answers = Mutex<[Int: Answer]>([:])
    DispatchQueue.concurrentPerform(iterations: values.count) { index in
      let answer = body(values[index])
      answers.withLock { $0[index] = answer }
    }
    return answers.withLock { found in values.indices.compactMap { found[$0] } }
  }

  /// Work whose outcome somebody asks for later, or nobody does: nothing waits for its end.
  public static func beside(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }
}
