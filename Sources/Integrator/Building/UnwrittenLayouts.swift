import Files
import Foundation

/// A variable without a written type is laid out as its value is. Where that changes in another source, the
/// compiler compiles the variable's source again, and forgets whoever has copies of what that is a part of.
/// So where such a source was compiled, its module is compiled as a whole. Kept until a build comes to its
/// end: when it began, and when modules were forgotten for this.
struct UnwrittenLayouts {
  let path: String

  private struct Kept: Codable {
    var begun: Double
    var whole: [String: Double] = [:]
  }

  private var kept: Kept? {
    contents(of: path).flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0)) }
  }

  /// Before a build; where one before it did not come to its end this goes on from that.
  func begin() throws {
    guard kept == nil else { return }
    try keep(Kept(begun: try now()))
  }

  func end() throws {
    guard FileFacts(path) != nil else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  /// What of a module was compiled before belongs to another build; nil where none has begun.
  func since(_ module: String) -> Double? { kept.map { $0.whole[module] ?? $0.begun } }

  func forgot(_ module: String) throws {
    guard var kept else { return }
    kept.whole[module] = try now()
    try keep(kept)
  }

  private func keep(_ kept: Kept) throws { try publish([UInt8](JSONEncoder().encode(kept)), as: path) }

  /// As the disk has it, by which all of it is compared.
  private func now() throws -> Double {
    let file = path + "-now"
    try publish([], as: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    return FileFacts(file)?.modified ?? 0
  }
}
