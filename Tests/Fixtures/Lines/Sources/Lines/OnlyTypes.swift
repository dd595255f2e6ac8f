// Nothing here can be executed.
public protocol Shape {
  var corners: Int { get }
}

public typealias Number = Int
