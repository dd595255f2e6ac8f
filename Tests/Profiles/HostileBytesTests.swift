import Coverage
import Foundation
import Kit
import Model
import Profiles
import Testing

@Suite("Bytes that are not what they should be")
struct HostileBytesTests {
  /// Each takes the place of one or a few bytes somewhere.
  private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
      case 2: for index in place..<min(place + 8, bytes.count) { bytes[index] = 0xff }
      case 3: bytes.remove(at: place)
      default: bytes.insert(.random(in: 0...255, using: &random), at: place)
      }
      if bytes.isEmpty { return [0] }
    }
    return bytes
  }

  private func refusal(_ body: () throws -> Void) -> ProfileRefusal? {
    do { try body() } catch { return error as? ProfileRefusal ?? .damaged("of another kind: \(error)") }
    return nil
  }

  @Test("each beginning of a profile is refused")
  func prefixes() async throws {
    let profile = try await CountedProgram.shared.value.profiles[1]
    #expect(throws: Never.self) { try RawProfile(profile) }
    for end in profile.indices {
      let why = refusal { _ = try RawProfile(Array(profile[..<end])) }
      #expect(why != nil, "of the first \(end) bytes")
    }
  }

  @Test("a changed profile is read as far as it agrees with itself, or refused")
  func mutations() async throws {
    let program = try await CountedProgram.shared.value
    var random = SeededRandom(seed: 1)
    var read = 0
    for _ in 0..<10_000 {
      let bytes = mutated(program.profiles[1], &random)
      guard let profile = try? RawProfile(bytes) else { continue }
      read += 1
      // Nothing was made up: no more than the bytes hold.
      #expect(profile.counters.count * 8 + profile.functions.count * 64 <= bytes.count)
      #expect(profile.functions.allSatisfy { $0.counters.upperBound <= profile.counters.count })
    }
    #expect(read > 0)
  }

  @Test("a changed map of a program is read or refused, and nobody waits for it")
  func maps() async throws {
    let program = try await CountedProgram.shared.value
    let counts = try Counts(RawProfile(program.profiles[1]))
    var random = SeededRandom(seed: 2)
    var read = 0
    for _ in 0..<1500 {
      var sections = program.sections
      switch Int.random(in: 0..<4, using: &random) {
      case 0: sections.names = mutated(sections.names, &random)
      case 1: sections.files = mutated(sections.files, &random)
      default: sections.functions = mutated(sections.functions, &random)
      }
      guard let map = try? ProgramMap(sections) else { continue }
      read += 1
      let paths = Dictionary(map.fileNames.map { ($0, PackagePath("a.swift")) }) { first, _ in first }
      let index = CodeIndex(map, paths: paths) { _ in [UInt8](repeating: 10, count: 50) }
      _ = index.executed(counts)
    }
    #expect(read > 0)
  }

  @Test("another version of profiles is refused by its number")
  func version() async throws {
    var profile = try await CountedProgram.shared.value.profiles[0]
    profile[8] = 11
    #expect(refusal { _ = try RawProfile(profile) } == .unknownVersion(of: "profiles", 11))
    #expect(
      ProfileRefusal.unknownVersion(of: "profiles", 11).wrong == "the profiles' version 11 is not known")
  }

  @Test("another version of coverage maps is refused by its number")
  func mapVersion() async throws {
    var sections = try await CountedProgram.shared.value.sections
    sections.files[12] = 7
    #expect(refusal { _ = try ProgramMap(sections) } == .unknownVersion(of: "coverage maps", 7))
  }

  @Test("one profile behind the other counts as both")
  func joined() async throws {
    let program = try await CountedProgram.shared.value
    let one = try RawProfile(program.profiles[0])
    let two = try RawProfile(program.profiles[0] + program.profiles[1])
    #expect(two.functions.count == 2 * one.functions.count)
    #expect(Array(two.counters[..<one.counters.count]) == one.counters)
  }

  @Test("a program of another kind, a cut one and no program at all have no map")
  func programs() {
    func read(_ bytes: [UInt8]) -> ProfileRefusal? {
      refusal {
        _ = try ProgramSections { offset, count in
          guard offset <= UInt64(bytes.count), count <= bytes.count - Int(offset) else { return nil }
          return Array(bytes[Int(offset)..<Int(offset) + count])
        }
      }
    }
    #expect(read([]) != nil)
    #expect(read(Array("#!/bin/sh\n".utf8) + Array(repeating: 32, count: 100)) != nil)
    var head: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 1, 1] + Array(repeating: 0, count: 58)
    #expect(read(head) == .notSupported("code for another kind of machine"))
    head[4] = 2
    head[58] = 64
    #expect(read(head) == .noMap)
    head[40] = 0xff
    #expect(read(head) != nil)
    for index in 40..<48 { head[index] = 0xff }
    #expect(read(head) != nil)
  }
}
