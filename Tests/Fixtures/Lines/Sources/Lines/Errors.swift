public enum Trouble: Error { case small, large }

public func risky(_ trouble: Trouble?) throws -> Int {
  if let trouble { throw trouble }
  return 1
}

public func attempt(_ trouble: Trouble?) -> Int {
  defer { note() }
  do {
    let number = try risky(trouble)
    return number + 1
  } catch Trouble.small {
    return -1
  } catch {
    return -2
  }
}

public func optional(_ trouble: Trouble?) -> Int {
  (try? risky(trouble)) ?? 0
}

func note() {}

#if NEVER_DEFINED
  public func inactive() -> Int {
    1
  }
#endif

public let global = [1, 2, 3].map { $0 + 1 }

public struct Synthesised: Codable, Hashable {
  var number = 1
  public init() {}
}

@available(*, deprecated)
public func old() -> Int {
  2
}

public func chain(_ trouble: Trouble?) throws -> Int {
  let number = try risky(trouble)
  return number + 1
}
