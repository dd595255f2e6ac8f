/// Where an integration was performed; what is not known is absent.
public struct HostMachine: Codable, Equatable, Sendable {
  @Nullable public var host: String?
  /// As the distribution calls itself: `Debian GNU/Linux 12 (bookworm)`.
  @Nullable public var system: String?
  /// `6.1.0-18-amd64`
  @Nullable public var kernel: String?
  @Nullable public var cores: Int?
  @Nullable public var memoryBytes: Int?

  public init(host: String?, system: String?, kernel: String?, cores: Int?, memoryBytes: Int?) {
    (self.host, self.system, self.kernel) = (host, system, kernel)
    (self.cores, self.memoryBytes) = (cores, memoryBytes)
  }
}
