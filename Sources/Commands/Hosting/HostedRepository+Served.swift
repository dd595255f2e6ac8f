import Foundation
import Model
import State

extension HostedRepository {
  /// The one that is served at this address, as serve.yaml and mail.yaml have it; nil for any other.
  static func served(at remote: RemoteAddress, _ state: StateFolder) -> HostedRepository? {
    guard remote.kind == .web, let asked = ServedPlace(remote.text),
      let serving = try? ServingSettings(state, address: nil),
      let name = asked.path.last.flatMap({ HostedName(repository: $0) })
    else { return nil }
    var own = serving
    // Who serves everybody serves this machine too.
    if serving.settings.address.isEverywhere { own.settings.address.host = "localhost" }
    let isOurs = [serving.address, serving.link, own.link].contains { base in
      guard var place = ServedPlace(base) else { return false }
      place.path += ["git"] + asked.path.suffix(1)
      return place == asked
    }
    let hosted = HostedRepository(name: name, state: state)
    return isOurs && hosted.isThere ? hosted : nil
  }
}

/// What an address names, however it is written.
private struct ServedPlace: Equatable {
  let isEncrypted: Bool
  let host: String
  let port: Int
  var path: [String]

  init?(_ address: String) {
    guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let written = parts.host?.lowercased().filter({ $0 != "[" && $0 != "]" })
    else { return nil }
    isEncrypted = scheme == "https"
    host = RemoteAddress.isLoopback(written) ? "localhost" : written
    port = parts.port ?? (isEncrypted ? 443 : 80)
    path = parts.path.split(separator: "/").map(String.init)
  }
}
