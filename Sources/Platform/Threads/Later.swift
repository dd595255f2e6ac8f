import Synchronization

/// A value that is made beside what is done meanwhile, once. Who asks before it is there waits for it.
public final class Later<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  /// Begins it.
  public init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    Parallel.beside { [self] in _ = value }
  }

  private init(unbegun make: @escaping @Sendable () -> Value) { self.make = make }

  /// Begun only when somebody asks for it.
  public static func whenAsked(_ make: @escaping @Sendable () -> Value) -> Later { Later(unbegun: make) }

  /// It is there.
  public init(_ value: Value) {
    make = { value }
    found.withLock { $0 = value }
  }

  /// Made here where nobody came to it yet, so that nobody waits for a thread.
  public var value: Value {
    found.withLock { found in
      if let found { return found }
      let value = make()
      found = value
      return value
    }
  }
}
