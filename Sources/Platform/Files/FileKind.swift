import Foundation

/// What lies behind a name.
public enum FileKind: Equatable, Sendable {
  case regular, folder, pipe, socket, device

  init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  public var words: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}
