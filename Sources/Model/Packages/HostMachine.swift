/// The machine of an integration. Unknown facts are null.
public struct HostMachine: Codable, Equatable, Sendable {
  /// Its name.
  @Nullable public var host: String?
  /// The name of its distribution, such as `Debian GNU/Linux 12 (bookworm)`.
  @Nullable public var system: String?
  /// The version of its kernel, such as `6.1.0-18-amd64`.
  @Nullable public var kernel: String?
  /// The number of its processor cores.
  @Nullable public var cores: Int?
  /// The size of its memory.
  @Nullable public var memoryBytes: Int?

  public init(host: String?, system: String?, kernel: String?, cores: Int?, memoryBytes: Int?) {
    (self.host, self.system, self.kernel) = (host, system, kernel)
    (self.cores, self.memoryBytes) = (cores, memoryBytes)
  }
}
